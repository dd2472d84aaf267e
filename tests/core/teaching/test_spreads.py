"""Bootstrap distributions computed in one batch are those of single comparisons."""

import numpy as np
import pytest

import core
from core.teaching.spreads import helped_hurt_spreads

CELLS = [(10, 4, 3), (500, 10, 7), (500, 7, 10), (68, 5, 2), (5, 5, 0), (7, 0, 0), (2, 1, 1), (100, 0, 40)]


@pytest.mark.parametrize("alternative", core.significance.ALTERNATIVES)
def test_same_as_compare(alternative):
    n, helped, hurt = np.array(CELLS).T
    spreads = helped_hurt_spreads(n, helped, hurt, alternative=alternative)
    ends = spreads.quantiles(0.025, 0.975).T
    for i, cell in enumerate(CELLS):
        expected = core.compare(core.helped_hurt(*cell), test="bootstrap", alternative=alternative)
        one = expected.bootstrap_distribution
        share = expected.counted_in_bootstrap.share(one)
        assert spreads.mass[i][spreads.counted[i]].sum() == pytest.approx(share, rel=1e-9, abs=1e-13), cell
        interval = expected.confidence_interval(0.95)
        assert ends[i] == pytest.approx([interval.low, interval.high], abs=1e-12), cell
        likely = one.mass > 1e-12
        known = dict(zip(spreads.sums[i].tolist(), spreads.mass[i].tolist(), strict=True))
        sums = np.rint(one.values[likely] * cell[0]).astype(int)
        assert [known[each] for each in sums.tolist()] == pytest.approx(one.mass[likely], abs=1e-13)


def test_every_probability_of_three_items_by_hand():
    spreads = helped_hurt_spreads(3, 2, 1)
    # Three draws of +1 (2/3) and −1 (1/3)
    seen = spreads.mass > 0
    assert spreads.sums[seen].tolist() == [-3, -1, 1, 3]
    assert spreads.mass[seen] == pytest.approx([1 / 27, 6 / 27, 12 / 27, 8 / 27], abs=1e-14)


@pytest.mark.parametrize("n", [100_000, 10_000_000])
def test_many_items_keep_mean_and_variance(n):
    spreads = helped_hurt_spreads(n, n // 5, n // 10)
    values, mass = spreads.sums[0] / n, spreads.mass[0]
    mean = values @ mass
    variance = (values - mean) ** 2 @ mass
    assert mean == pytest.approx(0.1, rel=1e-9, abs=0)
    assert variance == pytest.approx((0.3 - 0.01) / n, rel=1e-6, abs=0)


# Few and many ties; the systems' counts equal, unequal and of one system only
MANY = [(200, 110, 85), (500, 250, 250), (10_000, 450, 400), (10_000, 0, 3_000), (100_000, 450, 400), (30, 7, 8)]


@pytest.mark.parametrize("alternative", core.significance.ALTERNATIVES)
@pytest.mark.parametrize("bar", [1, 6, 45])
def test_cells_of_several_sums_have_the_sums_probability(alternative, bar):
    n, helped, hurt = np.array(MANY).T
    each = helped_hurt_spreads(n, helped, hurt, alternative=alternative)
    cells = helped_hurt_spreads(n, helped, hurt, alternative=alternative, bar=bar)
    assert (cells.upper == each.upper).all()
    deviation = np.sqrt(helped / n + hurt / n - ((helped - hurt) / n) ** 2) / np.sqrt(n)
    for i, width in enumerate(cells.width.tolist()):
        before = np.concatenate([[0.0], np.cumsum(each.mass[i])])
        edges = np.append(cells.sums[i], cells.sums[i][-1] + width)
        expected = np.diff(before[np.searchsorted(each.sums[i], edges)])
        assert cells.mass[i] == pytest.approx(expected, abs=1e-12)
        counted = [spreads.mass[i][spreads.counted[i]].sum() for spreads in (cells, each)]
        assert counted[0] == pytest.approx(counted[1], abs=1e-11)
    for level in (5e-5, 0.025, 0.5, 0.975):
        off = cells.quantiles(level) - each.quantiles(level)
        assert (np.abs(off) <= np.where(cells.width == 1, 1e-12, 0.01 * deviation + 1 / n)).all()
