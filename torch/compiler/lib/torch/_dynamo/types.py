"""Types that backends and tests name."""

import typing

DynamoFrameType = object
ConvertFrameReturn = object
CompilerFn = typing.Callable

from torch._dynamo.guards import GuardFail
