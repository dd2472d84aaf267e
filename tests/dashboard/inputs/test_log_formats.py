"""Result files of evaluation tools give a verdict on the page, after the necessary choices."""

from tests.core.readers.logs.test_gold import GOLD, NEW, OLD
from tests.dashboard.steps import has_verdict, opened, told


def dropped(*uploads):
    app = opened("two_systems", source="upload")
    return app.get("file_uploader")[0].set_value([(each.name, each.data, "text/plain") for each in uploads]).run()


def choose(app, label, value):
    return next(box for box in app.selectbox if box.label == label).select(value).run()


def test_a_gold_file_is_told_by_its_name_and_the_measure_is_chosen():
    app = dropped(OLD, NEW, GOLD)
    assert "Still to choose: Measure." in told(app).replace("*", "")
    assert has_verdict(choose(app, "Measure", "f1"))
