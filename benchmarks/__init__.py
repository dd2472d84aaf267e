"""The figures that the README quotes, peers measured side by side in one run."""
