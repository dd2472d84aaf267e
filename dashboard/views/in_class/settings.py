"""The settings of *In class*: the room, whether to show the bar alone, and the key, which leaves the address again."""

from dashboard.setting import Setting

SETTINGS = {
    "room": Setting(""),
    "remote": Setting(False, bool),
    "room_key": Setting("", parameter="key"),
}
