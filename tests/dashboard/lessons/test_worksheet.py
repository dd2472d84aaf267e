"""The worksheet: the calculations of a class on paper, and the page of answers."""

import re
from xml.etree import ElementTree

import pytest
from scipy.stats import binom

import core
from core.significance.cells import helped_hurt_pvalues
from dashboard.lessons.plan import LESSONS
from dashboard.lessons.worksheet import EXAMPLE, worksheet
from dashboard.samples import load

DIFFERENCES = (1, 0, -1, 1, 1, -1, 1, 0, 0, -1)  # from the primer's table


@pytest.fixture(scope="module")
def page():
    return parsed("resample-by-hand")


def parsed(address):
    text = worksheet(address, LESSONS[address]).replace("<!doctype html>", "").replace('<meta charset="utf-8">', "")
    return ElementTree.fromstring(text.replace("<td class=text>", "<td>"))


def cells(table):
    return [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]


def test_it_has_the_ten_questions_a_table_for_ten_resamples_and_answers_on_their_own_page(page):
    asked, throws, answered = page.iter("table")
    assert [row[2:4] for row in cells(asked)[1:]] == [
        [f"{int(old[0])}", f"{int(new[0])}"]
        for old, new in zip(
            *(getattr(load("ten_questions"), each) for each in ("baseline", "experimental")), strict=True
        )
    ]
    assert {row[4] for row in cells(asked)[1:]} == {""}
    assert [row[4].replace("−", "-") for row in cells(answered)[1:]] == [f"{d:+d}" if d else "0" for d in DIFFERENCES]
    example, *blank = cells(throws)[1:]
    assert len(blank) == 10
    assert {"".join(row[1:]) for row in blank} == {""}
    total = sum(DIFFERENCES[number] for number in EXAMPLE)
    assert (len(EXAMPLE), example[1:]) == (10, [*map(str, EXAMPLE), str(total), "yes" if total <= 0 else "no"])
    assert answered in list(page.findall(".//section")[-1].iter("table"))


def test_its_numbers_are_those_of_the_package(page):
    said = "".join(page.itertext())
    exact = float(helped_hurt_pvalues(10, 4, 3))
    assert f"share of {exact:.4f}" in re.sub(r"\s+", " ", said)
    assert "4 helped, 3 hurt, 3 tied" in said.replace("\N{NO-BREAK SPACE}", " ")
    # "On 19 of 20 sheets 2 to 7"
    assert binom.cdf(7, 10, exact) - binom.cdf(1, 10, exact) == pytest.approx(0.95, abs=0.005)


def rows(address):
    blank, full = (cells(table)[1:] for table in parsed(address).iter("table"))
    return blank, full


def test_the_cases_have_their_pvalues_and_blanks_for_them():
    blank, full = rows("helped-and-hurt")
    for empty, (n, helped, hurt, _, _, pvalue, _) in zip(blank, full, strict=True):
        assert set(empty[3:]) == {""}
        pair = core.helped_hurt(int(n), int(helped), int(hurt))
        exact = core.compare(pair, test="bootstrap", alternative="greater").pvalue
        assert float(pvalue) == pytest.approx(exact, abs=5e-5)
    assert [row[3] for row in full][:2] == ["+10", "+4.4"]


def test_the_sizes_say_where_each_effect_stops():
    _, full = rows("pvalue-grid")
    found = {(row[0], row[1]): row[2:] for row in full}
    # From the primer: 5 % on 100 items, with 1 % hurt and with 2 %
    assert found["100", "5"] == ["1", "0.0329", "0.0584"]
    assert found["100", "2"] == ["never", "none", "0.1326"]
