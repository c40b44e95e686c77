"""What compiled programs run on: machine code in memory, its cache, worker threads and buffers."""
