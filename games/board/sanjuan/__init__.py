"""San Juan as a picture, as parts of a page and as text. Everything is drawn from a seat's view only."""
