"""Printed numbers: a number that floating point would change is an error."""

from core.readers.parsing.numeric import fault_message, parse_numbers


def test_whole_numbers_that_floating_point_changes_are_faults():
    fields = [str(2**53), str(2**53 + 1), str(-(2**53) - 1), str(2**60), "1e300", "9007199254740993.5"]
    values, faults = parse_numbers(fields)
    assert faults == [1, 2]
    assert values[[0, 3]].tolist() == [2.0**53, 2.0**60]
    assert "a whole number above 2^53" in fault_message(fields[1])
