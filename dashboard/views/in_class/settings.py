"""The settings of *In class*: the room, and for its teacher the key, which the page takes out of the address again."""

from dashboard.setting import Setting

SETTINGS = {"room": Setting(""), "room_key": Setting("", parameter="key")}
