"""What the operator of a site needs: health, figures, logs, backup, restore, upgrade (docs/operations.md)."""
