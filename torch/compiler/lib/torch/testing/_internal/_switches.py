"""What the tests may ask of the build and the machine they run on: there is a CPU, numpy and nothing else."""

import enum
import os
import sys


class TestEnvironment:
    """Flags and settings that environment variables change."""

    repro_env_vars = {}

    @staticmethod
    def def_flag(name, env_var=None, default=False, include_in_repro=True, enabled_fn=None, implied_by_fn=None):
        value = bool(default)
        if env_var is not None and (text := os.getenv(env_var)) is not None:
            value = enabled_fn(text, default) if enabled_fn else (text == "1" if not default else text != "0")
        if implied_by_fn is not None and implied_by_fn():
            value = True
        return value

    @staticmethod
    def def_setting(name, env_var=None, default=None, include_in_repro=True, parse_fn=lambda text: text):
        text = os.getenv(env_var) if env_var else None
        return default if text is None else parse_fn(text)


class ProfilingMode(enum.Enum):
    LEGACY = 1
    SIMPLE = 2
    PROFILING = 3


SEED = 1234
FILE_SCHEMA = "file://"
IS_LINUX = sys.platform == "linux"
IS_WINDOWS = sys.platform == "win32"
IS_MACOS = sys.platform == "darwin"
IS_X86 = True
IS_ARM64 = IS_PPC = IS_S390X = IS_JETSON = IS_CI = IS_SANDCASTLE = IS_FBCODE = IS_REMOTE_GPU = IN_RE_WORKER = False
IS_AVX512_VNNI_SUPPORTED = IS_CPU_EXT_SVE_SUPPORTED = IS_CPU_CAPABILITY_SVE = IS_CPU_CAPABILITY_SVE256 = False
IS_FILESYSTEM_UTF8_ENCODING = True
MACOS_VERSION = -1.0
NO_MULTIPROCESSING_SPAWN = False
NOTEST_CPU = False
TEST_CUDA = TEST_HPU = TEST_XPU = TEST_MPS = TEST_MULTIACCELERATOR = TEST_CUDA_GRAPH = TEST_ACCELERATOR = False
TEST_CUDA_GRAPH_CONDITIONAL_NODES = TEST_CUDA_PYTHON_BINDINGS = TEST_CUDA_CUDSS = TEST_CUTEDSL = TEST_NVMATH = TEST_SKIP_CUDAGRAPH = False
TEST_PRIVATEUSE1 = None
TEST_PRIVATEUSE1_DEVICE_TYPE = "privateuseone"
TEST_MKL = TEST_ONEDNN = TEST_ACL = TEST_NUMBA = TEST_SCIPY = TEST_DILL = TEST_LIBROSA = TEST_OPT_EINSUM = TEST_TRANSFORMERS = TEST_FAIRSEQ = False
TEST_TRITON_DSL = TEST_HELION_DSL = TEST_Z3 = TEST_BAILOUTS = TEST_DISCOVER = TEST_IN_SUBPROCESS = RERUN_DISABLED_TESTS = SHOWLOCALS = False
TEST_WITH_ASAN = TEST_WITH_DEV_DBG_ASAN = TEST_WITH_TSAN = TEST_WITH_UBSAN = TEST_WITH_ROCM = TEST_WITH_MTIA = TEST_WITH_MIOPEN_SUGGEST_NHWC = False
TEST_WITH_TORCHINDUCTOR = TEST_WITH_AOT_EAGER = TEST_WITH_TORCHDYNAMO = TEST_WITH_CROSSREF = TEST_WITH_TV = False
TEST_WITHOUT_COMPILED_AUTOGRAD = True
TEST_WITH_SLOW = TestEnvironment.def_flag("TEST_WITH_SLOW", env_var="PYTORCH_TEST_WITH_SLOW")
TEST_SKIP_FAST = TestEnvironment.def_flag("TEST_SKIP_FAST", env_var="PYTORCH_TEST_SKIP_FAST")
TEST_WITH_SLOW_GRADCHECK = TestEnvironment.def_flag("TEST_WITH_SLOW_GRADCHECK", env_var="PYTORCH_TEST_WITH_SLOW_GRADCHECK")
TEST_CUDA_MEM_LEAK_CHECK = EXPANDABLE_SEGMENTS = USE_PYTEST = ALLOW_XPU_PROFILING_TEST = DISABLE_RUNNING_SCRIPT_CHK = False
PRINT_REPRO_ON_FAILURE = False
PYTEST_SINGLE_TEST = TEST_SAVE_XML = LOG_SUFFIX = SLOW_TESTS_FILE = DISABLED_TESTS_FILE = ""
DEFAULT_DISABLED_TESTS_FILE, DEFAULT_SLOW_TESTS_FILE = ".pytorch-disabled-tests.json", "slow_tests.json"
REPEAT_COUNT = RUN_PARALLEL = 0
UNITTEST_ARGS = []
GRAPH_EXECUTOR = OPINFO_SAMPLE_INPUT_INDEX = OPINFO_RESTRICT_TO_DSL = HW_CLASSIFICATION = None
MI200_ARCH, MI300_ARCH, MI350_ARCH = ("gfx90a",), ("gfx942",), ("gfx950",)
NAVI3_ARCH, NAVI4_ARCH = ("gfx1100", "gfx1101"), ("gfx1200", "gfx1201")
NAVI_ARCH = ("gfx1030", *NAVI3_ARCH, *NAVI4_ARCH)
ACCELERATOR_TYPE = None
GRADCHECK_NONDET_TOL = 0.0
NATIVE_DEVICES = ("cpu", "cuda", "xpu", "meta", "mps", "mtia", "privateuseone")
DEVICE_LIST_SUPPORT_PROFILING_TEST = ("cpu",)
ADDRESS_IN_USE, CONNECT_TIMEOUT = "address already in use", "connect() timed out."

try:
    import numpy
    TEST_NUMPY = True
except ImportError:
    TEST_NUMPY = False
