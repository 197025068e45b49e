"""Settings as text, as records of compilations have them."""

import json

import torch
from torch._dynamo import config

_UNKNOWN = "Value is not JSON serializable"
_UNSAID = {"post_grad_custom_pre_pass", "post_grad_custom_post_pass", "joint_custom_pre_pass", "joint_custom_post_pass", "pre_grad_custom_pass"}


def _jsonable(value):
    return list(value) if isinstance(value, set) else _UNKNOWN


def _text_of(settings):
    return json.dumps(settings, default=_jsonable, skipkeys=True, sort_keys=True)


def _get_dynamo_config_for_logging():
    return _text_of({key: value for key, value in config.get_config_copy().items() if not key.startswith("_autograd_backward_strict_mode_banned")})


def _compiler_config_for_logging():
    return _text_of(torch.compiler.config.get_config_copy())


def _functorch_config_for_logging():
    return _text_of(torch._functorch.config.get_config_copy())


def _scrubbed_inductor_config_for_logging():
    """None where the settings cannot be read; entries whose key is no string are left out."""
    import torch._inductor

    settings = torch._inductor.config.get_config_copy()
    if settings is None:
        return None
    return _text_of({key: value for key, value in settings.items() if isinstance(key, str) and key not in _UNSAID})
