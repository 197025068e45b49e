"""The tracer's codegen is native code; settings are read through here."""

from torch._dynamo import config
