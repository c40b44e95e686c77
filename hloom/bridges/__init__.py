"""What hloom is to other libraries: nothing below imports it, and it imports a library when it is used."""
