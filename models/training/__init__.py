"""The recipe: rendered scenes, real photographs, training, export and evaluation."""
