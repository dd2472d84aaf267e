"""One visitor of the app, in Streamlit's own protocol."""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass, field

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["PATIENCE_SECONDS", "Person", "open_stream"]

# A redraw that takes longer counts as failed.
PATIENCE_SECONDS = 60
_DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


@dataclass
class Person:
    """One browser: a session, the sliders on its page, and the seconds of each redraw."""

    socket: ClientConnection
    page: str
    random: random.Random
    link: str = ""  # the settings of the page's address
    script: str = ""
    sliders: dict[str, tuple[Slider, str]] = field(default_factory=dict)  # id: the slider and its fragment
    states: dict[str, WidgetState] = field(default_factory=dict)  # id: the position of the slider
    # Like a browser, it keeps the messages of the last two runs, which the server need not send again.
    kept: deque[list[str]] = field(default_factory=lambda: deque([[], []], 2))
    seconds: list[float] = field(default_factory=list)
    bytes: int = 0  # sent by the app so far

    async def redraw(self, fragment: str = "") -> float:
        """Ask for the page with the present slider positions, and return the seconds until it was sent completely.

        Raises
        ------
        RuntimeError
            If the script failed, or drew an error.
        """
        message = BackMsg()
        client = message.rerun_script
        client.page_script_hash, client.fragment_id = self.script, fragment
        client.page_name = "" if self.script else self.page
        client.query_string = self.link
        client.context_info.timezone, client.context_info.locale = "UTC", "en"
        client.context_info.url = f"http://127.0.0.1/{self.page}"
        client.cached_message_hashes.extend(hash_ for run in self.kept for hash_ in run)
        client.widget_states.widgets.extend(self.states.values())
        begun = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        self.kept.append([])
        # The sliders that the page, or its fragment, still has are drawn again.
        self.sliders = {name: kept for name, kept in self.sliders.items() if fragment and kept[1] != fragment}
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                data = bytes(await self.socket.recv())
                self.bytes += len(data)
                if self._read(ForwardMsg.FromString(data)):
                    break
        took = time.perf_counter() - begun
        self.states = {
            name: state
            for name, state in self.states.items()
            if name in self.sliders or state.WhichOneof("value") == "file_uploader_state_value"
        }
        return took

    def _read(self, message: ForwardMsg) -> bool:
        """Process a message; return whether the script has finished."""
        if message.metadata.cacheable and message.hash:
            self.kept[-1].append(message.hash)
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.script = message.navigation.page_script_hash
            shown = {page.page_script_hash: page.url_pathname for page in message.navigation.app_pages}[self.script]
            if shown != self.page:
                raise RuntimeError(f"The app shows {shown!r} instead of {self.page!r}.")
        elif kind == "delta":
            element = message.delta.new_element
            if element.WhichOneof("type") == "slider":
                self._place(element.slider, message.delta.fragment_id)
            if element.alert.format == Alert.ERROR:
                raise RuntimeError(f"The page says: {element.alert.body}")
        elif kind == "script_finished":
            if message.script_finished in _DONE:
                return True
            if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                raise RuntimeError("The script did not end well.")
        return False

    def _place(self, slider: Slider, fragment: str) -> None:
        """Move a slider to the position that the app sets, or leave it where it is."""
        if slider.id not in self.states or slider.set_value:
            state = WidgetState(id=slider.id)
            if slider.options:
                first = slider.raw_value if slider.set_value else [slider.options[int(i)] for i in slider.default]
                state.string_array_value.data.extend(first)
            else:
                state.double_array_value.data.extend(slider.value if slider.set_value else slider.default)
            self.states[slider.id] = state
        self.sliders[slider.id] = (slider, fragment)

    async def move(self) -> None:
        """Move one slider to a random position and wait for the redraw."""
        slider, fragment = self.random.choice(list(self.sliders.values()))
        state = self.states[slider.id]
        if slider.options:
            state.string_array_value.data[:] = [self.random.choice(slider.options)]
        else:
            steps = round((slider.max - slider.min) / slider.step)
            state.double_array_value.data[:] = [slider.min + slider.step * self.random.randint(0, steps)]
        self.seconds.append(await self.redraw(fragment))


async def open_stream(port: int) -> ClientConnection:
    """Open a session."""
    return await connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None)
