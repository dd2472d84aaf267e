"""A chart with its own slider moves while the slider is dragged, without messages to the server."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import eventually, settled


@pytest.mark.thorough
def test_a_drag_moves_the_picture_and_sends_nothing(open_page):
    page = open_page()
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda message: sent.append(message)))
    page.goto(page.url.rstrip("/") + "/pvalue-grid")
    settled(page)
    slider = page.get_by_role("slider", name=re.compile("Size of the test set"))
    picture = page.get_by_test_id("stVegaLiteChart").filter(has=page.locator(".vega-bind")).locator("svg").first
    expect(picture).to_contain_text("+10 %")
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
def test_the_picture_follows_a_slider_and_the_page_when_it_is_let_go(open_page):
    page = open_page("/helped-and-hurt?n=500&helped=10&hurt=7")
    picture = page.get_by_test_id("stVegaLiteChart").first
    expect(picture).to_contain_text("10 helped, 7 hurt of 500 items")
    # Ten items leave no room for those hurt.
    for slider, least, said in (
        ("Items", "10 helped, 0 hurt of 10 ", "10 helped, 7 hurt, 483 tied"),
        ("Helped", "0 helped, 0 hurt of 10 ", "10 helped, 0 hurt, 0 tied"),
    ):
        expect(page.get_by_text(said)).to_be_visible()
        settled(page)
        group = page.get_by_role("group", name=slider, exact=True)
        box, thumb = group.bounding_box(), group.locator("[data-rac] [data-rac]").first.bounding_box()
        middle = thumb["y"] + thumb["height"] / 2
        page.mouse.move(thumb["x"] + thumb["width"] / 2, middle)
        page.mouse.down()
        page.mouse.move(box["x"] - 20, middle, steps=10)
        expect(picture).to_contain_text(least)
        # The rest of the page is not redrawn.
        expect(page.get_by_text(said)).to_be_visible()
        page.mouse.up()
        expect(page.get_by_text(said)).to_have_count(0)
        expect(picture).to_contain_text(least)
