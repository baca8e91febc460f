"""The games, one folder each; `pithead.engine.registry` finds them."""
