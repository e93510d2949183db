"""The arithmetic of tournaments: who meets whom, and who stands where; knows no database."""
