"""Types that backends and tests name."""

import typing

DynamoFrameType = object
ConvertFrameReturn = object
CompilerFn = typing.Callable
