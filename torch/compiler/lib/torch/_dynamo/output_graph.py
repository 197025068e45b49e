"""The tracer's output_graph is native code; settings are read through here."""

from torch._dynamo import config
