"""The tracer's resume_execution is native code; settings are read through here."""

from torch._dynamo import config
