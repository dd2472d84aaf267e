"""Sums of resamples are the same for every batch size, and have the right probabilities."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy import stats

from core.errors import Stopped
from core.significance.resampling import BLOCK, ItemDraws, ItemSwaps, block_sums, resample, resampled_sums, seed_from
from tests.oracles import rational


def rows(kind):
    """Return rows of statistics with multiplicities: few rows that repeat, many that do not, or both."""
    generator = np.random.default_rng(1)
    if kind == "repeating":
        return generator.integers(0, 4, (5, 2)).astype(float), np.array([400, 7, 1, 60, 32])
    if kind == "single":
        return generator.normal(size=(900, 3)), np.ones(900, dtype=int)
    return generator.normal(size=(300, 2)), generator.choice([1, 1, 1, 2, 50], 300)


def drawn(draw, kind, seed=0, n_resamples=1500, **options):
    return np.concatenate(list(resampled_sums(draw(*rows(kind)), n_resamples, seed, **options)))


@pytest.mark.thorough
@pytest.mark.parametrize("draw", [ItemDraws, ItemSwaps])
@pytest.mark.parametrize("kind", ["repeating", "single", "mixed"])
def test_batches_change_no_bit(draw, kind):
    expected = drawn(draw, kind)
    assert expected.shape == (1500, rows(kind)[0].shape[1])
    for batch_bytes in (1, 100_000, 2**30):
        assert (drawn(draw, kind, batch_bytes=batch_bytes) == expected).all(), batch_bytes


@pytest.mark.parametrize("draw", [ItemDraws, ItemSwaps])
@pytest.mark.parametrize("kind", ["repeating", "single", "mixed"])
def test_fewer_resamples_are_the_first_of_more(draw, kind):
    assert (drawn(draw, kind, n_resamples=100) == drawn(draw, kind)[:100]).all()


@pytest.mark.parametrize("draw", [ItemDraws, ItemSwaps])
@pytest.mark.parametrize("kind", ["repeating", "single", "mixed"])
def test_seeds_differ_and_resamples_differ(draw, kind):
    one, other = drawn(draw, kind), drawn(draw, kind, seed=1)
    assert (one != other).any(axis=1).mean() > 0.9
    assert len(np.unique(one, axis=0)) > 100


@pytest.mark.parametrize("draw", [ItemDraws, ItemSwaps])
@pytest.mark.parametrize("kind", ["repeating", "single", "mixed"])
def test_several_workers_draw_the_same_blocks_in_any_order(draw, kind):
    n_resamples, law = 2 * BLOCK + 100, draw(*rows(kind))
    sizes = [min(BLOCK, n_resamples - start) for start in range(0, n_resamples, BLOCK)]
    with ThreadPoolExecutor(8) as pool:
        found = dict(
            pool.map(lambda i: (i, np.concatenate(list(block_sums(law, i, sizes[i], 5)))), reversed(range(len(sizes))))
        )
    together = np.concatenate([found[i] for i in range(len(sizes))])
    assert (together == drawn(draw, kind, 5, n_resamples)).all()


def test_whoever_stops_listening_leaves_no_thread_behind():
    before = threading.active_count()
    sums = resampled_sums(ItemDraws(*rows("repeating")), 100 * BLOCK, 0)
    for _ in range(3):
        next(sums)
    sums.close()
    for thread in threading.enumerate():
        if thread.name.startswith("ThreadPoolExecutor"):
            thread.join(60)
    assert threading.active_count() <= before


@pytest.mark.parametrize("draws", [None, 80, 300])
def test_rows_that_are_often_and_rarely_drawn_have_the_means_and_covariances_of_one_multinomial(draws):
    counts = np.array([60, 1, 25, 2, 1, 11, 20])
    total, shares = 120 if draws is None else draws, counts / 120
    times = np.concatenate(list(resampled_sums(ItemDraws(np.eye(7), counts, draws), 40_000, 3)))
    assert (times.sum(axis=1) == total).all()
    expected = total * (np.diag(shares) - np.outer(shares, shares))
    off = times - total * shares
    # Each mean of 40,000 products is within five of its standard errors.
    error = np.sqrt((np.einsum("ri,rj->rij", off, off) ** 2).mean(axis=0) / 40_000)
    assert (np.abs(off.T @ off / 40_000 - expected) < 5 * error).all()
    assert (np.abs(off.mean(axis=0)) < 5 * np.sqrt(np.diag(expected) / 40_000)).all()


def test_progress_ends_at_the_total_and_stops_on_request():
    law, calls = ItemDraws(*rows("single")), []
    values = resample(law, lambda sums: sums, 3000, 0, lambda done, total: calls.append((done, total)))
    assert values.shape == (3000, 3)
    assert calls[-1] == (3000, 3000)
    assert calls == sorted(calls)
    with pytest.raises(Stopped, match="of 3,000 resamples"):
        resample(law, lambda sums: sums, 3000, 0, lambda done, total: False)


@pytest.mark.parametrize("spread", [False, True])
def test_sums_have_the_exact_probabilities(spread):
    # Items drawn one by one or in one multinomial draw: the same distribution, that of rational arithmetic.
    differences = [2, 2, 1, 1, 1, 0, -1, -1, -3, 0]
    if spread:
        statistics, counts = np.array(differences, dtype=float)[:, None], np.ones(10, dtype=int)
    else:
        statistics, counts = np.unique(differences, return_counts=True)
        statistics = statistics[:, None].astype(float)
    sums = np.concatenate(list(resampled_sums(ItemDraws(statistics, counts), 20_000, 3)))[:, 0]
    assert matches(Counter(sums), {float(d * 10): p for d, p in rational.bootstrap(differences).items()})
    # The sum of the differences of the swapped items is (total - signed sum) / 2.
    taken = np.concatenate(list(resampled_sums(ItemSwaps(statistics, counts), 20_000, 3)))[:, 0]
    truth = {float(sum(differences) - d * 10) / 2: p for d, p in rational.permutation(differences).items()}
    assert matches(Counter(taken), truth)


def matches(found, truth):
    """Return whether counts fit exact probabilities by a chi-square test, rare values being pooled."""
    assert set(found) <= set(truth)
    total = sum(found.values())
    common = [value for value, p in truth.items() if p * total >= 20]
    observed = [found[value] for value in common]
    expected = [float(truth[value]) * total for value in common]
    observed[-1] += total - sum(observed)
    expected[-1] += total - sum(expected)
    return stats.chisquare(observed, expected).pvalue > 1e-6


def test_a_seed_from_several_numbers_has_64_bits_and_depends_on_their_order():
    seeds = [seed_from(1, k) for k in range(50)] + [seed_from(k, 1) for k in range(50)]
    assert len(set(seeds)) == 99
    assert 2**63 < max(seeds) < 2**64
    assert sum(seed >= 2**32 for seed in seeds) == 100
