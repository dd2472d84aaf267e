"""The true rates of helped and hurt items that a study is planned for, from whatever is known of them."""

from numbers import Real

from core.common.arguments import argument
from core.errors import OptionError

__all__ = ["Rates", "rates_of_accuracies", "rates_of_gain", "rates_of_items"]

# (helped, hurt), shares of the items
Rates = tuple[float, float]

_ROUNDING = 1e-12


def rates_of_items(helped: float, hurt: float) -> Rates:
    """Return the shares of items helped and hurt as they are, checked.

    Examples
    --------
    >>> rates_of_items(0.7, 0.4)
    Traceback (most recent call last):
    core.errors.OptionError: helped 70 % and hurt 40 % are 110 % of the items together: at most 100 % can change.
    """
    for name, value in (("helped", helped), ("hurt", hurt)):
        _check_share(name, value)
    if helped + hurt > 1 + _ROUNDING:
        raise OptionError(
            f"helped {_percent(helped)} and hurt {_percent(hurt)} are {_percent(helped + hurt)} of the items together: "
            "at most 100 % can change."
        )
    return float(helped), float(hurt)


def rates_of_gain(disagreement: float, gain: float) -> Rates:
    """Return the rates of a gain where the systems differ on such a share of the items.

    Examples
    --------
    >>> rates_of_gain(0.25, 0.125)
    (0.1875, 0.0625)
    """
    _check_share("disagreement", disagreement)
    _check_share("gain", gain, least=-1)
    if abs(gain) > disagreement + _ROUNDING:
        raise OptionError(
            f"A gain of {_percent(gain)} is not possible where the systems differ on {_percent(disagreement)} of the "
            "items: the disagreement is at least as large as the gain."
        )
    return _halves(disagreement, gain)


def rates_of_accuracies(baseline: float, experimental: float, agreement: float) -> Rates:
    """Return the rates of two accuracies, the systems being right or wrong together on such a share of the items.

    Examples
    --------
    >>> rates_of_accuracies(0.5, 0.75, 0.5)
    (0.375, 0.125)
    >>> rates_of_accuracies(0.80, 0.82, 0.99)
    Traceback (most recent call last):
    core.errors.OptionError: Accuracies of 80 % and 82 % cannot agree on 99 % of the items: their agreement is between \
62 % and 98 %.
    """
    for name, value in (("baseline", baseline), ("experimental", experimental), ("agreement", agreement)):
        _check_share(name, value)
    least, most = abs(baseline + experimental - 1), 1 - abs(experimental - baseline)
    if not least - _ROUNDING <= agreement <= most + _ROUNDING:
        raise OptionError(
            f"Accuracies of {_percent(baseline)} and {_percent(experimental)} cannot agree on {_percent(agreement)} of "
            f"the items: their agreement is between {_percent(least)} and {_percent(most)}."
        )
    return _halves(1 - agreement, experimental - baseline)


def _halves(disagreement: float, gain: float) -> Rates:
    # What the inputs' last binary digits leave below 0 is 0: 1 − 0.98 is a little more than 0.82 − 0.80.
    helped, hurt = (disagreement + gain) / 2, (disagreement - gain) / 2
    return (0.0 if helped < _ROUNDING else helped), (0.0 if hurt < _ROUNDING else hurt)


def _check_share(name: str, value: float, least: int = 0) -> None:
    if isinstance(value, bool) or not isinstance(value, Real) or not least <= value <= 1:
        percent = f" ({_percent(value)})" if isinstance(value, Real) and abs(value) < 1e6 else ""
        raise OptionError(f"{argument(name, value)}{percent}, must be a share of the items, at most 1: 0.05 for 5 %.")


def _percent(share: float) -> str:
    return f"{100 * share:.10g} %"
