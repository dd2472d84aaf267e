"""The settings of *In class*: the room, the layout with the bar alone, and the key, which the address does not keep."""

from dashboard.setting import Setting

SETTINGS = {
    "room": Setting(""),
    "remote": Setting(False, bool),
    "room_key": Setting("", parameter="key"),
}
