"""Pages and actions of the moderators. Thin over the services."""
