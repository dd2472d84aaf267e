"""The measurements that the README quotes; other tools are measured side by side in the same run."""
