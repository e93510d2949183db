"""The pages of the site: server-rendered, alive with htmx, complete without. Thin over games.table."""
