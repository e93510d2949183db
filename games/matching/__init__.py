"""Who is seated together: arithmetic over what people wish, which knows no database."""
