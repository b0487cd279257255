"""The trained networks of Hule and the recipe that made them."""
