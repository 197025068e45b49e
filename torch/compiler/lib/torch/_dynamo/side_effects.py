"""The tracer's side_effects is native code; settings are read through here."""

from torch._dynamo import config
