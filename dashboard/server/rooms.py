"""Rooms for a class of about an hour: the numbers that each person sends, in limited memory and for a limited time.

A room holds its tasks and, for each task, a few numbers from each seat. It holds no name, no text and no address. The
person who opened the room has its key; each person who has its code may take a seat.
"""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.errors import ComparisonError

MOST_ROOMS, MOST_SEATS = 50, 300
MOST_DRAWS = 100
# The numbers of this many tasks are kept, so that an earlier task can be shown again.
MOST_TASKS = 12
LIFE_SECONDS = 2 * 60 * 60.0
# The teacher's page reads the room every two seconds. A room that no page has read for this long is closed.
LEFT_SECONDS = 20 * 60.0
# A seat that was unused for this long, and that sent no numbers, may be given to another person.
AWAY_SECONDS = 60.0
# The first limit is for one seat, the second for the whole server.
MOST_ANSWERS_A_MINUTE, MOST_OPENED_A_MINUTE = 30, 10
MOST_ITEMS = 10_000
# The cookie of the proxy for several workers names the worker that has a room.
WORKER_COOKIE = "helped_hurt_worker"
# Consonants only: a code spells no word, and contains no I or O, which look like digits.
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_LENGTH = 4


class RoomError(ComparisonError):
    """The reason why a request to a room is refused."""


@dataclass(frozen=True, slots=True)
class Task:
    """An activity of the class: guess p, pool draws, or be a study, with these counts."""

    kind: str = "guess"
    n: int = 10
    helped: int = 4
    hurt: int = 3

    def __post_init__(self) -> None:
        if not (1 <= self.n <= MOST_ITEMS and min(self.helped, self.hurt) >= 0 and self.helped + self.hurt <= self.n):
            raise RoomError(
                f"{self.helped:,} helped and {self.hurt:,} hurt of {self.n:,} items: there must be 1 to {MOST_ITEMS:,} "
                "items, and no more helped and hurt than items."
            )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a room at one moment; ``answers`` holds the numbers of each seat that sent any for the task."""

    code: str
    task: Task
    paused: bool
    revealed: bool
    people: int
    answers: tuple[tuple[float, ...], ...]
    # Whether the task has begun, the task chosen to follow, and the number of answers that a new start has set aside.
    begun: bool
    following: Task | None
    set_aside: int


@dataclass(slots=True)
class _Seat:
    seen: float
    sent: deque[float] = field(default_factory=deque)


@dataclass(slots=True)
class _Room:
    key: str
    task: Task
    opened: float
    looked: float
    paused: bool = False
    revealed: bool = False
    begun: bool = False
    following: Task | None = None
    seats: dict[str, _Seat] = field(default_factory=dict)
    answers: dict[Task, dict[str, tuple[float, ...]]] = field(default_factory=dict)
    set_aside: dict[str, tuple[float, ...]] = field(default_factory=dict)

    def here(self, now: float) -> list[str]:
        """Return the seats that were used recently or that sent numbers."""
        sent = set().union(*self.answers.values())
        return [name for name, seat in self.seats.items() if name in sent or now - seat.seen <= AWAY_SECONDS]


class Rooms:
    """The rooms of one server. Threads may share an instance; ``clock`` returns seconds that never decrease."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._opened: deque[float] = deque()

    def open(self, task: Task) -> tuple[str, str]:
        """Return the code and the key of a new room."""
        with self._lock:
            self._drop_ended()
            if len(self._rooms) >= MOST_ROOMS:
                raise RoomError(f"All {MOST_ROOMS} rooms of this server are in use. Try again in a while.")
            now = self._clock()
            if not _in_rate(self._opened, MOST_OPENED_A_MINUTE, now):
                raise RoomError("Many rooms were opened just now. Try again in a minute.")
            code = _new_code()
            while code in self._rooms:
                code = _new_code()
            key = secrets.token_urlsafe(16)
            self._rooms[code] = _Room(key, task, now, now)
            return code, key

    def join(self, code: str) -> str:
        """Take a seat in a room and return its name."""
        with self._lock:
            room, now = self._room(code), self._clock()
            if len(room.seats) >= MOST_SEATS:
                here = set(room.here(now))
                away = next((name for name in room.seats if name not in here), None)
                if away is None:
                    raise RoomError(f"Room {_clean(code)} is full: {MOST_SEATS} people are in it.")
                del room.seats[away]
            seat = secrets.token_urlsafe(8)
            room.seats[seat] = _Seat(now)
            return seat

    def look(self, code: str, *, key: str = "", seat: str = "") -> Snapshot:
        """Return the state of the room; a call with the key or a seat also records that the person is present."""
        with self._lock:
            room, now = self._room(code), self._clock()
            if key and _fits(room, key):
                room.looked = now
            if seat in room.seats:
                room.seats[seat].seen = now
            people, answers = len(room.here(now)), tuple(room.answers.get(room.task, {}).values())
            seen = (_clean(code), room.task, room.paused, room.revealed, people, answers)
            return Snapshot(*seen, room.begun, room.following, len(room.set_aside))

    def gathered(self, code: str, key: str) -> dict[Task, list[tuple[float, ...]]]:
        """Return the numbers that were sent for each task."""
        with self._lock:
            return {task: list(sent.values()) for task, sent in self._led(code, key).answers.items()}

    def known(self, code: str) -> bool:
        """Return whether a room has this code."""
        with self._lock:
            self._drop_ended()
            return _clean(code) in self._rooms

    def sits(self, code: str, seat: str) -> bool:
        """Return whether the seat still belongs to a person."""
        with self._lock:
            room = self._rooms.get(_clean(code))
            return room is not None and seat in room.seats

    def leads(self, code: str, key: str) -> bool:
        """Return whether this is the key of the room."""
        with self._lock:
            room = self._rooms.get(_clean(code))
            return room is not None and _fits(room, key)

    def answer(self, code: str, seat: str, numbers: Sequence[float]) -> None:
        """Record the numbers of a seat: a guess or a study replaces the one before, draws are added to earlier draws.

        Raises
        ------
        RoomError
            If the room is unknown or paused, the seat is not taken, the numbers do not fit the task, or there were too
            many answers in the last minute.
        """
        with self._lock:
            room, now = self._room(code), self._clock()
            if room.paused:
                raise RoomError("The room is paused. Wait until it goes on.")
            taken = room.seats.get(seat)
            if taken is None:
                raise RoomError("This phone has left the room. Join it again.")
            _check(room.task, numbers)
            if not _in_rate(taken.sent, MOST_ANSWERS_A_MINUTE, now):
                raise RoomError("You sent many answers in the last minute. Wait a moment, then go on.")
            sent = room.answers.setdefault(room.task, {})
            kept = sent.get(seat, ()) if room.task.kind == "pool" else ()
            if len(kept) + len(numbers) > MOST_DRAWS:
                raise RoomError(f"You have drawn {len(kept)} times. Each person can draw at most {MOST_DRAWS} times.")
            taken.seen, sent[seat] = now, (*kept, *(float(number) for number in numbers))

    def numbers(self, code: str, seat: str) -> tuple[float, ...]:
        """Return what a seat has sent for the task."""
        with self._lock:
            room = self._room(code)
            return room.answers.get(room.task, {}).get(seat, ())

    def begin(self, code: str, key: str, task: Task) -> None:
        """Begin a task. The numbers sent for other tasks are kept; earlier numbers for this task are shown again."""
        with self._lock:
            room = self._led(code, key)
            room.task, room.begun, room.following = task, True, None
            room.revealed = room.paused = False
            room.set_aside = {}
            room.answers[task] = room.answers.pop(task, {})
            while len(room.answers) > MOST_TASKS:
                del room.answers[next(iter(room.answers))]

    def start_over(self, code: str, key: str) -> None:
        """Set aside what was sent for the task, so that it begins again."""
        with self._lock:
            room = self._led(code, key)
            room.set_aside = room.answers.pop(room.task, {})
            room.revealed = room.paused = False

    def bring_back(self, code: str, key: str) -> None:
        """Bring back what the last `start_over` set aside; if a seat has sent numbers since, the new ones stay."""
        with self._lock:
            room = self._led(code, key)
            room.answers[room.task] = room.set_aside | room.answers.get(room.task, {})
            room.set_aside = {}

    def change(
        self,
        code: str,
        key: str,
        *,
        paused: bool | None = None,
        revealed: bool | None = None,
        following: Task | None = None,
    ) -> None:
        """Pause or continue the room, reveal or hide the answer, or choose the next task."""
        with self._lock:
            room = self._led(code, key)
            room.paused = room.paused if paused is None else paused
            room.revealed = room.revealed if revealed is None else revealed
            if following is not None:
                room.following = following if following != room.task else None

    def end(self, code: str, key: str) -> None:
        """End the room and delete all its numbers."""
        with self._lock:
            self._led(code, key)
            del self._rooms[_clean(code)]

    def _led(self, code: str, key: str) -> _Room:
        room = self._room(code)
        if not _fits(room, key):
            raise RoomError(f"Room {_clean(code)} is led by another browser.")
        return room

    def _room(self, code: str) -> _Room:
        self._drop_ended()
        room = self._rooms.get(_clean(code))
        if room is None:
            raise RoomError(f"There is no room {_clean(code)[:12]}. It may have ended, or the code has a typing error.")
        return room

    def _drop_ended(self) -> None:
        now = self._clock()
        for code, room in list(self._rooms.items()):
            if now - room.opened > LIFE_SECONDS or now - room.looked > LEFT_SECONDS:
                del self._rooms[code]


def _clean(code: str) -> str:
    return code.strip().upper()


def _new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def _fits(room: _Room, key: str) -> bool:
    return secrets.compare_digest(room.key.encode(), key.encode())


def _in_rate(times: deque[float], most: int, now: float) -> bool:
    """Record one more event, unless the last minute already has ``most`` events; return whether it was recorded."""
    while times and now - times[0] >= 60:
        times.popleft()
    if len(times) >= most:
        return False
    times.append(now)
    return True


def _check(task: Task, numbers: Sequence[float]) -> None:
    whole = all(float(number).is_integer() for number in numbers)
    fits = {
        "guess": len(numbers) == 1 and 0 <= numbers[0] <= 1,
        "pool": 1 <= len(numbers) <= MOST_DRAWS and whole and all(abs(number) <= task.n for number in numbers),
        "study": len(numbers) == 2 and whole and min(numbers) >= 0 and sum(numbers) <= task.n,
    }
    if not fits[task.kind]:
        raise RoomError("These numbers do not fit the present activity. Look at the page again, then send new ones.")


# The rooms of this server; another process does not know them.
ROOMS = Rooms()
