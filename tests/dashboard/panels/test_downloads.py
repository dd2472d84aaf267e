"""A file is kept until the browser that asked for it has fetched it."""

from streamlit.testing.v1 import AppTest


def page():
    from concurrent.futures import ThreadPoolExecutor

    import streamlit as st
    from streamlit.runtime import get_instance

    from dashboard.panels.downloads import Download, draw_downloads

    draw_downloads([Download("Values", "values.csv", lambda: b"a,b\n")])
    files = get_instance().media_file_mgr
    (on_click,) = files._deferred_callables
    with ThreadPoolExecutor(1) as server:  # like Streamlit: in a thread without a session
        address = server.submit(files.execute_deferred, on_click).result()
    for _ in range(3):  # runs of pages in other sessions end
        files.remove_orphaned_files()
    stored = files.read_file(address.rsplit("/", 1)[1].split(".")[0])
    st.text(f"fetched: {stored and stored.content!r}")
    files.clear_session_refs()  # this page runs again
    for _ in range(2):
        files.remove_orphaned_files()
    st.text(f"files left: {len(files._file_metadata)}")


def test_a_file_outlives_the_runs_of_others_and_goes_with_its_own():
    app = AppTest.from_function(page, default_timeout=60).run()
    assert not app.exception
    assert [text.value for text in app.text] == ["fetched: b'a,b\\n'", "files left: 0"]
