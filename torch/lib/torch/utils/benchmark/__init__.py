"""Measurements of how long statements take, and tables that compare them."""
from torch.utils.benchmark.utils.common import (
    Measurement, TaskSpec, ordered_unique, select_unit, set_torch_threads, trim_sigfig, unit_to_english)
from torch.utils.benchmark.utils.compare import Colorize, Compare
from torch.utils.benchmark.utils.timer import Language, Timer, timer
from torch.utils.benchmark.utils.fuzzer import FuzzedParameter, FuzzedTensor, Fuzzer, ParameterAlias
