"""The dialect `sdy` (Shardy). Importing the package defines its operations."""

from hloom.ops.sdy import operations
