"""What can be said about a program without running it: which elements depend on which, and what follows from that."""
