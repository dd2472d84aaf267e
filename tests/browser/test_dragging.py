"""A picture with a slider of its own moves while that is dragged, and tells the server nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import eventually, settled

PICTURES = {
    "/helped-and-hurt?n=500&helped=10&hurt=7": ("Hurt, same gain", "p = 0.2717 > 0.05"),
    "/pvalue-grid": ("Size of the test set", "+10 %"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("path", PICTURES)
def test_a_drag_moves_the_picture_and_sends_nothing(open_page, path):
    name, first = PICTURES[path]
    page = open_page()
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda message: sent.append(message)))
    page.goto(page.url.rstrip("/") + path)
    settled(page)
    slider = page.get_by_role("slider", name=re.compile(name))
    picture = page.get_by_test_id("stVegaLiteChart").filter(has=page.locator(".vega-bind")).locator("svg").first
    expect(picture).to_contain_text(first)
    slider.scroll_into_view_if_needed()
    assert sent, "the page itself came over this socket"
    axes = picture.locator(".role-axis-label").all_inner_texts()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.2 * box["width"], middle)
    page.mouse.down()
    page.wait_for_timeout(500)
    sent.clear()
    drawn = set()
    for step in range(2, 10):
        page.mouse.move(box["x"] + 0.1 * step * box["width"], middle)
        drawn.add(eventually(page, picture.inner_html, lambda now: now not in drawn))
    assert sent == []
    page.mouse.up()
    assert len(drawn) == 8
    assert picture.locator(".role-axis-label").all_inner_texts() == axes
    slider.press("Home")
    least = eventually(page, picture.inner_html, lambda now: now not in drawn)
    slider.press("ArrowRight")
    eventually(page, picture.inner_html, lambda now: now != least)
    page.wait_for_timeout(500)
    assert sent == []


@pytest.mark.thorough
def test_the_settings_beside_it_set_the_picture_anew(open_page):
    page = open_page("/helped-and-hurt?n=500&helped=10&hurt=7&moves=n")
    picture = page.get_by_test_id("stVegaLiteChart").filter(has=page.locator(".vega-bind")).locator("svg").first
    expect(picture).to_contain_text("10 helped, 7 hurt of 500 items")
    page.get_by_role("slider", name=re.compile("Items, same shares")).press("End")
    expect(picture).to_contain_text("50 helped, 35 hurt of 2,500 items")
    page.get_by_role("radio", name="hurt alone").click()
    slider = page.get_by_role("slider", name=re.compile("Hurt, helped as it is"))
    expect(slider).to_have_value("7")
    slider.press("ArrowLeft")
    expect(picture).to_contain_text("10 helped, 6 hurt of 500 items")
    expect(page).to_have_url(re.compile("moves=hurt$"))
