"""The settings of *Methods*: the answers to the six questions of its chooser."""

from dashboard.setting import Setting
from dashboard.views.methods.chooser import QUESTIONS

SETTINGS = {
    f"which_{name}": Setting(next(iter(question.answers)), choices=tuple(question.answers), parameter=name)
    for name, question in QUESTIONS.items()
}
