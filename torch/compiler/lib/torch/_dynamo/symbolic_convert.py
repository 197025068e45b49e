"""The tracer's symbolic_convert is native code; settings are read through here."""

from torch._dynamo import config
