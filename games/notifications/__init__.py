"""What people are to be told: written in the transaction that causes it, told outside of it by channels."""
