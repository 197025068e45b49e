"""The table of logs."""

from torch._logging import _ARTIFACTS, _COMPONENTS


class _Registry:
    @property
    def artifact_names(self):
        return set(_ARTIFACTS)

    @property
    def log_alias_to_log_qnames(self):
        return {name: [logger] for name, logger in _COMPONENTS.items()}

    def is_artifact(self, name):
        return name in _ARTIFACTS


log_registry = _Registry()


class TorchLogsFormatter:
    pass


def trace_structured(*args, **kwargs):
    pass
