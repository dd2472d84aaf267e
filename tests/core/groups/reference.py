"""The reference of four groups: the items of each, those helped and those hurt; and groups as a table."""

REFERENCE = {"code": (117, 26, 36), "math": (107, 22, 19), "nli": (82, 25, 12), "qa": (94, 29, 14)}


def grouped_table(groups):
    """Return a table of two systems with the group of each item."""
    rows = ["id,category,old,new"]
    for name, (n, helped, hurt) in groups.items():
        scores = ["0,1"] * helped + ["1,0"] * hurt + ["0,0"] * (n - helped - hurt)
        rows += [f"{name}-{i},{name},{pair}" for i, pair in enumerate(scores)]
    return "\n".join([*rows, ""]).encode()
