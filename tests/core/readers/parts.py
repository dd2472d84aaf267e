"""One table in files of every format."""

__all__ = ["write_parts"]


def write_parts(folder, parts, ending):
    """Write the data frames side by side into the folder."""
    for i, part in enumerate(parts):
        path = folder / f"part{i}.{ending}"
        if ending == "parquet":
            part.to_parquet(path)
        elif ending == "jsonl":
            part.to_json(path, orient="records", lines=True)
        else:
            part.to_csv(path, index=False)
