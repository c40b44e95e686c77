"""What every layer uses: source files and spans, diagnostics and errors, options."""
