"""Rooms hold only numbers, have a limit for everything, and end after a time."""

import threading

import pytest

from dashboard.server import rooms
from dashboard.server.rooms import RoomError, Rooms, Task


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def kept(clock):
    return Rooms(clock)


def test_guesses_are_gathered_without_a_name(kept):
    code, key = kept.open(Task())
    seats = [kept.join(code.lower()) for _ in range(3)]
    for seat, guess in zip(seats, (0.1, 0.2, 0.3), strict=True):
        kept.answer(code, seat, [guess])
    kept.answer(code, seats[0], [0.9])
    seen = kept.look(code, key=key)
    assert (seen.people, sorted(seen.answers)) == (3, [(0.2,), (0.3,), (0.9,)])
    assert kept.numbers(code, seats[0]) == (0.9,)


def test_draws_add_up_until_there_are_enough(kept):
    code, _ = kept.open(Task("pool"))
    seat = kept.join(code)
    for _ in range(10):
        kept.answer(code, seat, [1, -2, 0, 3, 1, 1, 1, 1, 1, 10])
    assert len(kept.numbers(code, seat)) == 100
    with pytest.raises(RoomError, match="You have drawn 100 times"):
        kept.answer(code, seat, [1])


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("guess", [1.1]), ("guess", [-0.1]), ("guess", [float("nan")]), ("guess", [0.1, 0.2]), ("guess", []),
        ("pool", [11]), ("pool", [0.5]), ("pool", []), ("pool", [0] * 101), ("pool", [float("inf")]),
        ("study", [4]), ("study", [6, 5]), ("study", [-1, 5]), ("study", [1.5, 1]),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_task_is_refused(kept, kind, numbers):
    code, _ = kept.open(Task(kind))
    seat = kept.join(code)
    with pytest.raises(RoomError, match="do not fit"):
        kept.answer(code, seat, numbers)
    assert kept.look(code).answers == ()


def test_a_pause_a_reveal_and_another_task(kept):
    code, key = kept.open(Task())
    seat = kept.join(code)
    kept.answer(code, seat, [0.5])
    kept.change(code, key, paused=True, revealed=True)
    with pytest.raises(RoomError, match="paused"):
        kept.answer(code, seat, [0.6])
    assert kept.look(code).answers == ((0.5,),)
    study = Task("study", 68, 7, 7)
    kept.change(code, key, following=study)
    assert kept.look(code).following == study
    kept.begin(code, key, study)
    seen = kept.look(code)
    assert (seen.answers, seen.paused, seen.revealed, seen.task.n, seen.following) == ((), False, False, 68, None)
    kept.answer(code, seat, [8, 6])
    # The numbers sent for another task are kept, and return with that task.
    kept.begin(code, key, Task())
    assert kept.look(code).answers == ((0.5,),)
    assert kept.gathered(code, key) == {study: [(8, 6)], Task(): [(0.5,)]}


def test_only_the_key_leads(kept):
    code, key = kept.open(Task())
    other, other_key = kept.open(Task())
    for wrong in ("", kept.join(code), other_key, "é"):
        with pytest.raises(RoomError, match="led by another browser"):
            kept.change(code, wrong, paused=True)
        with pytest.raises(RoomError, match="led by another browser"):
            kept.end(code, wrong)
        assert not kept.leads(code, wrong)
    assert kept.leads(code, key)
    assert not kept.leads(other, key)


def test_a_full_room_and_a_full_house_are_sentences(kept, clock, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_ROOMS", 3)
    monkeypatch.setattr(rooms, "MOST_SEATS", 2)
    code, _ = kept.open(Task())
    first = kept.join(code)
    kept.join(code)
    with pytest.raises(RoomError, match=f"Room {code} is full: 2 people"):
        kept.join(code)
    kept.answer(code, first, [0.5])
    clock.now = 61
    # Only the seat that sent no numbers can be given away.
    kept.join(code)
    assert kept.look(code).answers == ((0.5,),)
    for _ in range(2):
        kept.open(Task())
    with pytest.raises(RoomError, match="All 3 rooms"):
        kept.open(Task())


def test_rates_are_bounded(kept, clock):
    code, _ = kept.open(Task())
    seat = kept.join(code)
    for _ in range(30):
        kept.answer(code, seat, [0.5])
    with pytest.raises(RoomError, match="many answers in the last minute"):
        kept.answer(code, seat, [0.5])
    kept.answer(code, kept.join(code), [0.5])
    for _ in range(9):
        kept.open(Task())
    with pytest.raises(RoomError, match="Many rooms were opened just now"):
        kept.open(Task())
    clock.now = 60
    kept.answer(code, seat, [0.5])
    kept.open(Task())


def test_a_room_ends_after_two_hours_or_when_it_is_left(kept, clock):
    code, key = kept.open(Task())
    left, _ = kept.open(Task())
    for minute in range(0, 121, 15):
        clock.now = 60.0 * minute
        kept.look(code, key=key)
    with pytest.raises(RoomError, match=f"There is no room {left}"):
        kept.look(left)
    clock.now += 1
    with pytest.raises(RoomError, match=f"There is no room {code}"):
        kept.look(code, key=key)


def test_nothing_is_left_of_a_room_that_ended(kept):
    code, key = kept.open(Task("pool"))
    seat = kept.join(code)
    kept.answer(code, seat, [1, 2, 3])
    kept.end(code, key)
    assert kept._rooms == {}
    assert not kept.sits(code, seat)
    with pytest.raises(RoomError, match="There is no room"):
        kept.numbers(code, seat)


@pytest.mark.parametrize("counts", [(0, 0, 0), (10, 6, 5), (10, -1, 0), (10_001, 1, 1)])
def test_a_task_that_no_data_can_have(counts):
    with pytest.raises(RoomError, match="there must be 1 to 10,000 items"):
        Task("guess", *counts)


def test_many_threads_lose_no_answer(kept):
    code, _ = kept.open(Task())
    threads = [threading.Thread(target=lambda: kept.answer(code, kept.join(code), [0.5])) for _ in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seen = kept.look(code)
    assert (seen.people, len(seen.answers)) == (200, 200)
