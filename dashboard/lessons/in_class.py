"""The lesson of *In class*, for the teacher."""

from dashboard.lessons.lesson import Facts, Lesson, Question, Step, now
from dashboard.server.rooms import ROOMS


def _room(memory: Facts) -> Facts:
    """Return the state of the room that this session leads, or nothing if it leads none."""
    code, key = memory.get("room"), memory.get("_leads")
    if not code or not key or not ROOMS.leads(code, key):
        return {}
    room = ROOMS.look(code, key=key)
    sent = len(room.answers)
    return {"people": room.people, "kind": room.task.kind, "sent": sent, "revealed": room.revealed and sent > 0}


LESSON = Lesson(
    steps=(
        Step("Open a room", "Show its code on the projector.", now(lambda room: True)),
        Step("Let students join", "By the code, the link or the QR code.", now(lambda room: room["people"] >= 1)),
        Step(
            "Guess p together",
            "Reveal the answer once most have sent a guess.",
            now(lambda room: room["kind"] == "guess" and room["revealed"]),
        ),
        Step(
            "Pool the draws",
            "Each student draws. Then reveal: is the class near the exact p?",
            now(lambda room: room["kind"] == "pool" and room["revealed"]),
        ),
        Step(
            "Be a study",
            "Each student draws items from the same truth. Then reveal: how many find a difference?",
            now(lambda room: room["kind"] == "study" and room["revealed"]),
        ),
    ),
    questions=(
        Question(
            "Was the class's guess of p too low or too high, and why?",
            "Most people guess too low. Ten points sound like a lot, but they are one question of ten: four helped and "
            "three hurt. The exact p-value is 0.4217.",
        ),
        Question(
            "Why is the class nearer to the exact p than each student?",
            "Its draws are pooled: the error falls with the square root of their number. Thirty people with ten draws "
            "each are off by less than 0.06 in 19 of 20 classes.",
        ),
        Question(
            "In truth neither system is better. How many studies are significant?",
            "On 70 items, where 10 % are helped and 10 % hurt, 4.4 % of all studies are: one or two of 30. All of them "
            "are false alarms.",
        ),
        Question(
            "Only the student with a significant result writes a paper. What does a reader learn?",
            "That one system is better, which is not true. A significant result means little if the other studies are "
            "not reported.",
        ),
        Question(
            "How would the class find out?",
            "By repeating the study on new items and reporting every result: the average gain is then near zero.",
        ),
    ),
    facts=_room,
)
