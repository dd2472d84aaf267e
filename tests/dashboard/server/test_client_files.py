import gzip
from pathlib import Path

import pytest
from streamlit import file_util

from dashboard.server.client_files import ClientFiles

SCRIPT = next(Path(file_util.get_static_dir(), "static", "js").glob("index.*.js"))


@pytest.mark.parametrize("accepted", [b"gzip, br", b"identity"])
def test_a_script_is_sent_compressed_to_browsers_that_take_it(accepted):
    async def send(message):
        sent.update(message)

    sent, scope = {}, {"type": "http", "method": "GET", "path": f"/lab/static/js/{SCRIPT.name}"}
    answer = ClientFiles(None)(scope | {"headers": [(b"accept-encoding", accepted)]}, None, send)
    with pytest.raises(StopIteration):  # It waits for nothing.
        answer.send(None)
    assert (gzip.decompress(sent["body"]) if b"gzip" in accepted else sent["body"]) == SCRIPT.read_bytes()
    assert dict(sent["headers"])[b"content-type"].startswith(b"text/javascript")
