"""Expert knowledge of San Juan for the search.

rounds: how many rounds are to come; weights: the features of a seat's position and their worth in victory points;
trade: cards earned with goods; worth: the worth of buildings, cards and roles; evaluation: the value of an unfinished
game; card_choice: which cards to pay, discard and keep; candidates: the moves worth searching; knowledge: all that, as
the search asks for it.
"""
