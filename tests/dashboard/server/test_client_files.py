import asyncio
import gzip
from pathlib import Path

import pytest
from streamlit import file_util

from dashboard.server.client_files import ClientFiles

SCRIPT = next(Path(file_util.get_static_dir(), "static", "js").glob("index.*.js"))


@pytest.mark.parametrize("accepted", [b"gzip, br", b"identity"])
def test_a_script_is_sent_compressed_to_browsers_that_take_it(accepted):
    async def asked():
        scope = {"type": "http", "method": "GET", "path": f"/lab/static/js/{SCRIPT.name}"}
        await ClientFiles(elsewhere)(scope | {"headers": [(b"accept-encoding", accepted)]}, None, send)

    async def send(message):
        sent.append(message)

    async def elsewhere(*_):
        pytest.fail("The request was passed on.")

    sent = []
    asyncio.run(asked())
    content = sent[1]["body"]
    assert (gzip.decompress(content) if b"gzip" in accepted else content) == SCRIPT.read_bytes()
    assert dict(sent[0]["headers"])[b"content-type"].startswith(b"text/javascript")
