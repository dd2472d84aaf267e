"""All lengths of a chart are enlarged: its letters, marks and plot. `test_every_chart` enlarges every kind of chart."""

from dashboard.panels.chart import enlarged


def test_lengths_grow_and_nothing_else():
    specification = {
        "height": 100,
        "padding": {"left": 0, "right": 10},
        "config": {"axis": {"labelColor": "#000000"}},
        "layer": [
            {
                "mark": {"type": "point", "size": 60, "opacity": 0.5, "fontSize": {"expr": "width < 320 ? 8 : 11"}},
                "encoding": {"y": {"value": -4}, "x": {"value": "width"}, "opacity": {"value": 1}},
            }
        ],
    }
    larger = enlarged(specification, 2)
    assert larger == {
        "height": 200,
        "padding": {"left": 0, "right": 20},
        "config": {
            "axis": {"labelFontSize": 24, "titleFontSize": 28, "labelColor": "#000000"},
            "legend": {"labelFontSize": 24, "titleFontSize": 28},
            "text": {"fontSize": 22},
        },
        "layer": [
            {
                "mark": {
                    "type": "point", "size": 240, "opacity": 0.5, "fontSize": {"expr": "2 * (width < 320 ? 8 : 11)"},
                },
                "encoding": {"y": {"value": -8}, "x": {"value": "width"}, "opacity": {"value": 1}},
            },
        ],
    }  # fmt: skip
    assert specification["height"] == 100
