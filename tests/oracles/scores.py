"""Scores from their definitions, in rational arithmetic."""

from fractions import Fraction


def ratio(sums):
    """Return numerator over denominator, 0/0 being 0."""
    numerator, denominator = sums
    return Fraction(numerator, denominator) if denominator else Fraction(0)


mean = ratio  # of (score, items)


def harmonic(precision, recall):
    """Return the harmonic mean, 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def f1(sums):
    """Return F1 of (recall numerator, recall denominator, precision numerator, precision denominator)."""
    return harmonic(ratio(sums[2:]), ratio(sums[:2]))


def f1_errors(sums):
    """Return F1 of (true positives, errors), errors being false positives and false negatives together."""
    hits, errors = sums
    return Fraction(hits) / (hits + Fraction(errors) / 2) if hits or errors else Fraction(0)


def triples(sums):
    """Cut (tp, predicted, gold, tp, predicted, gold, …) into one triple a label."""
    return [tuple(sums[i : i + 3]) for i in range(0, len(sums), 3)]


def macro_f1(sums):
    """Return the mean over the labels of F1 from (tp, predicted, gold)."""
    each = [harmonic(ratio((tp, predicted)), ratio((tp, gold))) for tp, predicted, gold in triples(sums)]
    return sum(each) / len(each)


def micro_f1(sums):
    """Return F1 of the counts pooled over the labels."""
    tp, predicted, gold = (sum(column) for column in zip(*triples(sums), strict=True))
    return harmonic(ratio((tp, predicted)), ratio((tp, gold)))


def label_statistics(gold, predicted, labels):
    """Return per item the row (tp, predicted, gold) for each label, as zeros and ones."""
    return [
        [int(x) for label in labels for x in (g == label == p, p == label, g == label)]
        for g, p in zip(gold, predicted, strict=True)
    ]


def macro_f1_of_labels(gold, predicted, labels):
    """Return macro-F1 straight from two lists of labels, counting hits, false alarms and misses."""
    total = Fraction(0)
    for label in labels:
        hits = sum(g == label and p == label for g, p in zip(gold, predicted, strict=True))
        alarms = sum(g != label and p == label for g, p in zip(gold, predicted, strict=True))
        misses = sum(g == label and p != label for g, p in zip(gold, predicted, strict=True))
        if hits:
            total += Fraction(2 * hits, 2 * hits + alarms + misses)
    return total / len(labels)
