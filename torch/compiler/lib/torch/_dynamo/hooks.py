"""What a program asks to be told of guards."""

import collections.abc
import dataclasses
import typing


@dataclasses.dataclass
class Hooks:
    guard_export_fn: typing.Optional[collections.abc.Callable] = None
    guard_fail_fn: typing.Optional[collections.abc.Callable] = None
    guard_filter_fn: typing.Optional[collections.abc.Callable] = None
