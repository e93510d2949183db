"""What the search knows of Puerto Rico.

outlook: how long the game still goes; worth: what tiles, buildings and roles bring, in victory points; placement:
sensible arrangements of colonists; judgement: how an unfinished game stands; expertise: all that, as the search
asks for it.
"""
