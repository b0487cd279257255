"""One module a rule set, each with its `RULES`; `options` lists the points on which they differ."""
