"""A class as it meets: the teacher's screen, and a student's phone that is another browser."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.steps import PATIENCE, eventually, large, settled, violations


@contextmanager
def phone(browser, address):
    """Open the address in a browser of its own, as narrow as a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    try:
        yield page
    finally:
        context.close()


def test_a_student_guesses_and_the_teacher_s_screen_shows_it(open_page, browser):
    teacher = open_page("/in-class")
    assert violations(teacher) == []
    teacher.get_by_role("button", name="Open a room").click()
    expect(teacher).to_have_url(re.compile(r"/in-class\?room=[A-Z]{4}$"))
    link = teacher.get_by_test_id("stCode").first.inner_text()
    assert link == teacher.url
    expect(teacher.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
    with phone(browser, link) as student:
        expect(student.get_by_role("button", name="Send my guess")).to_be_visible()
        student.get_by_role("slider", name="Your guess of p").focus()
        student.keyboard.press("Home")
        expect(student.get_by_test_id("stSliderThumbValue")).to_have_text("0.00")
        student.get_by_role("button", name="Send my guess").click()
        expect(student.get_by_text("Your guess: 0.00")).to_be_visible()
        # Nobody touches the teacher's page.
        expect(large(teacher, "Sent something")).to_have_text("1")
        expect(teacher.get_by_text("from 0.00 to 0.00")).to_be_visible()
        assert violations(student) == []
        eventually(student, lambda: student.evaluate("document.documentElement.scrollWidth"), lambda wide: wide <= 390)
        settled(teacher)
        teacher.get_by_role("button", name="Reveal the answer").click()
        expect(student.get_by_text("The exact answer")).to_be_visible()
        expect(student.get_by_role("slider")).to_have_count(0)
        expect(teacher.get_by_role("button", name="Hide the answer")).to_be_visible()
        assert violations(teacher) == []
        teacher.emulate_media(color_scheme="dark")
        assert violations(teacher) == []
        teacher.get_by_role("button", name="End the room").click()
        expect(teacher.get_by_role("button", name="Open a room")).to_be_visible()
        expect(student.get_by_text("There is no room")).to_be_visible()


@pytest.mark.thorough
def test_the_teacher_s_own_link_leads_after_a_reload(open_page):
    page = open_page("/in-class")
    page.get_by_role("button", name="Open a room").click()
    expect(page.get_by_role("button", name="End the room")).to_be_visible()
    settled(page)
    page.get_by_text("Your own link").click()
    own = page.get_by_test_id("stCode").nth(1).inner_text()
    page.reload()
    expect(page.get_by_role("button", name="Send my guess")).to_be_visible()
    page.goto(own)
    expect(page.get_by_role("button", name="End the room")).to_be_visible()
    expect(page).not_to_have_url(re.compile("key="))
    page.get_by_role("button", name="End the room").click()
    expect(page.get_by_role("button", name="Open a room")).to_be_visible()
