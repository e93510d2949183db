"""What deploy/ and docker/ ship, by the programs that use it. Not of the suite: `make deploy-check` runs it."""
