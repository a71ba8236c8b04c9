"""The committee's desk: what a book says over whole domains of situations."""
