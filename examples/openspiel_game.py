"""A game of Mine Out as an OpenSpiel game."""

import random

import pyspiel

import pithead.adapters.openspiel  # noqa: F401 - registers the games

game = pyspiel.load_game("pithead_mine_out(players=4)")
state = game.new_initial_state()
chance = random.Random(7)
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(chance.choice([deal for deal, _ in state.chance_outcomes()]))
    else:
        state.apply_action(chance.choice(state.legal_actions()))
print(f"{state.move_number()} moves, returns {state.returns()}")
