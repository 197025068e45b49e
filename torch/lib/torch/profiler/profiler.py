"""What torch.profiler shows, under the name of its module."""
from torch.profiler import ExecutionTraceObserver, ProfilerAction, profile, schedule, supported_activities, tensorboard_trace_handler

__all__ = ["supported_activities", "ProfilerAction", "schedule", "tensorboard_trace_handler", "profile", "ExecutionTraceObserver"]
