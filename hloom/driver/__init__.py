"""What puts the stages together: programs as they come, the stages of a compilation, executables."""
