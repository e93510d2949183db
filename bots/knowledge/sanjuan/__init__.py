"""What the search knows of San Juan.

outlook: how long the game still goes; weights: what a seat's position is made of and what that brings in victory
points; trade: cards earned with goods; worth: what a building, a card and a role bring; judgement: how an unfinished
game stands; naming: which cards one pays and keeps; candidates: the moves worth a look; expertise: all that, as the
search asks for it.
"""
