"""Extensions in C++: there is no compiler at run time, so what would build one says so."""

import os
import shutil

CUDA_HOME = ROCM_HOME = SYCL_HOME = None
IS_WINDOWS = IS_MACOS = IS_LINUX = IS_HIP_EXTENSION = False
TORCH_LIB_PATH = ""


def load(name, *args, **kwargs):
    raise RuntimeError(f"magneto builds no extensions in C++ (asked for {name})")


load_inline = load


def include_paths(device_type="cpu"):
    return []


def library_paths(device_type="cpu"):
    return []


def get_cxx_compiler():
    return os.environ.get("CXX", "c++")


def check_compiler_ok_for_platform(compiler):
    """Whether a program is there that is one of the compilers for C and C++."""
    found = shutil.which(compiler)
    return found is not None and any(name in os.path.basename(os.path.realpath(found)) for name in ("c++", "g++", "gcc", "clang"))


def check_compiler_is_gcc(compiler):
    return False


def verify_ninja_availability():
    raise RuntimeError("Ninja is required to load C++ extensions")


def is_ninja_available():
    return False


class BuildExtension:
    """Needs a compiler."""

    @classmethod
    def with_options(cls, **options):
        return cls


def CppExtension(name, sources, *args, **kwargs):
    raise RuntimeError(f"magneto builds no extensions in C++ (asked for {name})")


CUDAExtension = SyclExtension = CppExtension
