"""Visitors who repeatedly upload large score files, in Streamlit's own protocol."""

import asyncio
import random
import time
import urllib.request
from dataclasses import dataclass

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.person import Person, open_stream

__all__ = ["uploading"]

# Five megabytes each of real scores.
_ITEMS, _FILES = 280_000, 2
_PAUSE_SECONDS = 5.0


@dataclass
class Uploader(Person):
    """A person on *Two systems* who drops files."""

    session: str = ""
    place: str = ""  # the id of the file uploader

    def _read(self, message: ForwardMsg) -> bool:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "file_uploader":
            self.place = message.delta.new_element.file_uploader.id
        return super()._read(message)

    async def drop(self, port: int, files: dict[str, bytes]) -> float:
        """Upload files, and return the seconds until the page was drawn with them."""
        begun = time.perf_counter()
        asked = BackMsg()
        asked.file_urls_request.session_id, asked.file_urls_request.request_id = self.session, "files"
        asked.file_urls_request.file_names.extend(files)
        await self.socket.send(asked.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(bytes(await self.socket.recv()))
            if answer.WhichOneof("type") == "file_urls_response":
                break
        state = WidgetState(id=self.place)
        cookies = self.cookies()
        for urls, (name, content) in zip(answer.file_urls_response.file_urls, files.items(), strict=True):
            await asyncio.to_thread(_put, f"http://127.0.0.1:{port}{urls.upload_url}", name, content, cookies)
            state.file_uploader_state_value.uploaded_file_info.add(
                name=name, size=len(content), file_id=urls.file_id, file_urls=urls
            )
        self.states[self.place] = state
        await self.redraw()
        return time.perf_counter() - begun

    def cookies(self) -> dict[str, str]:
        """Return the cookies of this session: behind nginx they select its worker."""
        response = self.socket.response
        given = response.headers.get_all("Set-Cookie") if response else []
        return dict(each.partition(";")[0].split("=", 1) for each in given)


def _put(url: str, name: str, content: bytes, cookies: dict[str, str]) -> None:
    with urllib.request.urlopen(url.partition("/_stcore")[0] + "/_stcore/health") as response:
        for each in response.headers.get_all("Set-Cookie", []):
            key, value = each.partition(";")[0].split("=", 1)
            cookies.setdefault(key, value)
    border = b"----files"
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n'
    body = b"--" + border + b"\r\n" + head.encode() + content + b"\r\n--" + border + b"--\r\n"
    request = urllib.request.Request(url, data=body, method="PUT")
    request.add_header("Content-Type", f"multipart/form-data; boundary={border.decode()}")
    request.add_header("Cookie", "; ".join(f"{key}={value}" for key, value in cookies.items()))
    request.add_header("X-Xsrftoken", cookies.get("_streamlit_xsrf", ""))
    with urllib.request.urlopen(request, timeout=60) as response:
        response.read()


async def uploading(port: int, end: float, seed: int) -> list[float]:
    """Open the page, drop two files of five megabytes, read the result, leave, repeat; return the seconds of each."""
    took = []
    scores = np.random.default_rng(seed).normal(size=(_FILES, _ITEMS))
    while time.perf_counter() < end:
        person = Uploader(await open_stream(port), "", random.Random(seed), "source=upload")
        try:
            await person.redraw()
            files = {f"{i}.txt": await asyncio.to_thread(_text, each + i / 100) for i, each in enumerate(scores)}
            took.append(await person.drop(port, files))
            await asyncio.sleep(_PAUSE_SECONDS)
        finally:
            await person.socket.close()
    return took


def _text(scores: np.ndarray) -> bytes:
    return "\n".join(map(str, scores.tolist())).encode()
