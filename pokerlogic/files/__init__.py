"""What the files of a knowledge base hold: one module for each kind of file."""
