"""Puerto Rico (docs/rules/puerto-rico.md); README.md beside this file says what is where."""
