"""The rules of a game for a reader: sections with tables, examples and pictures, the rulings, a glossary.

The folder `rulebook` of a game holds `contents.toml`, which says what stands where, and `<language>.json`, its words.
No value of a component is written in either: `{counts.shifts}` in a text, and every cell of a table, is read from the
components of the edition that is played (`facts.py`).
"""
