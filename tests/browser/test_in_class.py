"""A class: the teacher's screen, and a student's phone with another browser."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.steps import PATIENCE, eventually, settled, violations


@contextmanager
def phone(browser, address):
    """Open the address in another browser, with the width of a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    try:
        yield page
    finally:
        context.close()


@pytest.mark.thorough
def test_a_student_guesses_and_the_teacher_s_screen_shows_it(open_page, browser):
    teacher = open_page("/in-class")
    teacher.get_by_role("button", name="Open a room", exact=True).click()
    expect(teacher).to_have_url(re.compile(r"/in-class\?room=[A-Z]{4}$"))
    link = teacher.get_by_test_id("stCode").first.inner_text()
    assert link == teacher.url
    expect(teacher.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
    with phone(browser, link) as student:
        expect(student.get_by_text("You have joined.")).to_be_visible()
        expect(teacher.get_by_role("heading", name="1 joined")).to_be_visible()
        settled(teacher)
        teacher.get_by_role("button", name="Begin").click()
        send = student.get_by_role("button", name="Send my guess")
        send.tap()
        expect(student.get_by_text("Move the slider or type a number")).to_be_visible()
        # One tap leaves the field and sends what was typed.
        student.get_by_text("Type a number instead").tap()
        student.get_by_role("spinbutton", name="Your guess of p").fill("0.4")
        send.tap()
        expect(student.get_by_text("Sent: 0.40")).to_be_visible()
        student.get_by_text("Type a number instead").tap()
        student.get_by_role("slider", name="Your guess of p").focus()
        student.keyboard.press("Home")
        expect(student.get_by_test_id("stSliderThumbValue")).to_have_text("0.00")
        send.tap()
        expect(student.get_by_text("Sent: 0.00")).to_be_visible()
        # The teacher's page updates without a click.
        expect(teacher.get_by_text("1 of 1 sent")).to_be_visible()
        expect(teacher.get_by_text("0.00 to 0.00, median 0.00")).to_be_visible()
        assert violations(student) == []
        expect(student.get_by_role("button", name="For a projector")).to_be_hidden()
        eventually(student, lambda: student.evaluate("document.documentElement.scrollWidth"), lambda wide: wide <= 390)
        # The page also leads the room after a reload, and in a second tab of the browser.
        teacher.reload()
        settled(teacher)
        teacher.get_by_role("button", name="Reveal").click()
        expect(student.get_by_text("You guessed 0.00, which is 0.42 too low")).to_be_visible()
        expect(student.get_by_role("slider")).to_have_count(0)
        second = open_page(link)
        expect(second.get_by_role("button", name="Hide")).to_be_visible()
        assert violations(teacher) == []
        teacher.emulate_media(color_scheme="dark")
        assert violations(teacher, "color-contrast") == []
        for width, height in ((1280, 800), (1920, 1080)):
            teacher.set_viewport_size({"width": width, "height": height})
            picture = teacher.get_by_test_id("stVegaLiteChart")
            bar = teacher.locator(".st-key-class_bar").bounding_box()
            box = eventually(teacher, picture.bounding_box, lambda box, least=height / 2: box["height"] >= least)
            assert box["y"] + box["height"] <= bar["y"]
            assert bar["y"] + bar["height"] <= height
        teacher.get_by_role("button", name="Room", exact=True).click()
        teacher.get_by_role("button", name="End the room").click()
        expect(teacher.get_by_role("button", name="Open a room", exact=True)).to_be_visible()
        expect(student.get_by_text("This room has ended.")).to_be_visible()
        expect(student.get_by_text("You guessed 0.00")).to_be_visible()


def test_a_phone_is_the_remote(open_page, visitor):
    page = open_page("/in-class")
    page.get_by_role("button", name="Open a room", exact=True).click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    settled(page)
    visitor.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Room", exact=True).click()
    page.get_by_role("button", name="Copy my link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    own = page.evaluate("navigator.clipboard.readText()")
    assert own not in page.content()
    with phone(page.context.browser, own) as remote:
        remote.get_by_role("button", name="Begin").click()
        expect(remote.get_by_role("button", name="Reveal")).to_be_visible()
        expect(remote).not_to_have_url(re.compile("key="))
        expect(remote.get_by_test_id("stVegaLiteChart")).to_have_count(0)
        expect(page.get_by_test_id("stVegaLiteChart")).to_be_visible()
        remote.reload()
        expect(remote.get_by_role("button", name="Pause")).to_be_visible()
        settled(remote)
        remote.get_by_role("button", name="Room", exact=True).click()
        remote.get_by_role("button", name="End the room").click()
        expect(remote.get_by_role("button", name="Open a room", exact=True)).to_be_visible()
    expect(page.get_by_text("This room has ended.")).to_be_visible()
