"""The tracer's trace_rules is native code; settings are read through here."""

from torch._dynamo import config
