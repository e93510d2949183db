"""Expert knowledge of Puerto Rico for the search.

rounds: how many rounds are to come; production: what a seat produces; asset_worth: the worth of tiles, buildings and
barrels; role_worth: that of role cards; move_worth: that of moves; placement: good arrangements of colonists; plans:
one good answer to questions that take many plies; candidates: the moves worth searching; evaluation: the value of an
unfinished game; knowledge: all that, as the search asks for it. The modules expansion_* add what the expansions bring.
"""
