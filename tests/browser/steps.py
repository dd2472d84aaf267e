"""What every browser test does: wait until a page is drawn, read its figures, look for barriers."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

__all__ = ["figure", "settled", "violations"]

PATIENCE = 30_000  # milliseconds; the machine may be busy


def settled(page: Page) -> None:
    """Wait until the script has run and the page is drawn."""
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)
    # Parts that the client loads when they are first needed
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-testid=stApp] [data-stale=true]")).to_have_count(0, timeout=PATIENCE)


def figure(page: Page, label: str) -> str:
    """Return the large figure under a label."""
    metric = page.get_by_test_id("stMetric").filter(has_text=label)
    return metric.get_by_test_id("stMetricValue").inner_text()


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with the page, a line each; the list of pages on a phone is Streamlit's own."""
    found = Axe().run(page, context={"exclude": [["[data-testid=stSidebarNav]"]]}).response["violations"]
    return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:4]]}" for each in found]
