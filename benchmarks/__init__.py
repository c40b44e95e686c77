"""Side-by-side measurements of hloom: `python -m benchmarks.compare`, `python -m benchmarks.parse`."""
