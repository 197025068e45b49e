"""The report about the environment that is asked for where a bug is told: `python -m torch.utils.collect_env`."""

import platform
import re
import subprocess
import sys
from collections import namedtuple

import torch

TORCH_AVAILABLE = True

SystemEnv = namedtuple("SystemEnv", [
    "torch_version", "is_debug_build", "cuda_compiled_version", "gcc_version", "clang_version", "cmake_version", "os", "libc_version", "python_version", "python_platform",
    "is_cuda_available", "cuda_runtime_version", "cuda_module_loading", "nvidia_driver_version", "nvidia_gpu_models", "cudnn_version", "is_xpu_available", "pip_version",
    "pip_packages", "conda_packages", "hip_compiled_version", "hip_runtime_version", "miopen_runtime_version", "caching_allocator_config", "is_xnnpack_available", "cpu_info"])

_UNKNOWN = "Could not collect"
_REPORT = """PyTorch version: {torch_version}
Is debug build: {is_debug_build}
CUDA used to build PyTorch: {cuda_compiled_version}
ROCM used to build PyTorch: {hip_compiled_version}

OS: {os}
GCC version: {gcc_version}
Clang version: {clang_version}
CMake version: {cmake_version}
Libc version: {libc_version}

Python version: {python_version}
Python platform: {python_platform}
Is CUDA available: {is_cuda_available}
CUDA runtime version: {cuda_runtime_version}
CUDA_MODULE_LOADING set to: {cuda_module_loading}
GPU models and configuration: {nvidia_gpu_models}
Nvidia driver version: {nvidia_driver_version}
cuDNN version: {cudnn_version}
Is XPU available: {is_xpu_available}
HIP runtime version: {hip_runtime_version}
MIOpen runtime version: {miopen_runtime_version}
Is XNNPACK available: {is_xnnpack_available}
Caching allocator config: {caching_allocator_config}

CPU:
{cpu_info}

Versions of relevant libraries:
{pip_packages}
{conda_packages}"""


def run(command):
    """What a command gives: its status, what it prints and its errors. A command is a line of the shell, or a list of words."""
    done = subprocess.run(command, shell=isinstance(command, str), capture_output=True)
    return done.returncode, done.stdout.decode(errors="replace").strip(), done.stderr.decode(errors="replace").strip()


def run_and_read_all(run_lambda, command):
    """What a command prints, None where it fails."""
    status, out, _ = run_lambda(command)
    return out if status == 0 else None


def run_and_parse_first_match(run_lambda, command, regex):
    """The first group of a regular expression in what a command prints, None where there is none."""
    match = re.search(regex, run_and_read_all(run_lambda, command) or "")
    return match and match[1]


def run_and_return_first_line(run_lambda, command):
    out = run_and_read_all(run_lambda, command)
    return out and out.split("\n")[0]


def get_gcc_version(run_lambda):
    return run_and_parse_first_match(run_lambda, "gcc --version", r"gcc (.*)")


def get_clang_version(run_lambda):
    return run_and_parse_first_match(run_lambda, "clang --version", r"clang version (.*)")


def get_cmake_version(run_lambda):
    return run_and_parse_first_match(run_lambda, "cmake --version", r"cmake (.*)")


def get_platform():
    return next((name for name in ("linux", "win32", "cygwin", "darwin", "freebsd") if sys.platform.startswith(name)), sys.platform)


def get_lsb_version(run_lambda):
    return run_and_parse_first_match(run_lambda, "lsb_release -a", r"Description:\t(.*)")


def check_release_file(run_lambda):
    return run_and_parse_first_match(run_lambda, "cat /etc/*-release", r'PRETTY_NAME="(.*)"')


def get_os(run_lambda):
    if get_platform() == "linux" and (name := get_lsb_version(run_lambda) or check_release_file(run_lambda)):
        return f"{name} ({platform.machine()})"
    return f"{get_platform()} ({platform.machine()})" if get_platform() == "linux" else get_platform()


def get_libc_version():
    return "-".join(platform.libc_ver()) if get_platform() == "linux" else "N/A"


def get_python_platform():
    return platform.platform()


def get_cpu_info(run_lambda):
    return run_and_read_all(run_lambda, "lscpu")


def get_pip_packages(run_lambda, patterns=None):
    """The installer's name, and the installed packages that matter; None where there is no installer."""
    out = run_and_read_all(run_lambda, "pip3 list --format=freeze")
    names = patterns or ("numpy", "mypy", "flake8", "optree", "onnx", "triton", "torch")
    return "pip3", out and "\n".join(line for line in out.splitlines() if any(name in line for name in names))


def get_env_info():
    tool, packages = get_pip_packages(run)
    version = sys.version.replace("\n", " ")
    return SystemEnv(
        torch_version=torch.__version__, is_debug_build="False", cuda_compiled_version="None", gcc_version=get_gcc_version(run), clang_version=get_clang_version(run),
        cmake_version=get_cmake_version(run), os=get_os(run), libc_version=get_libc_version(), python_version=f"{version} (64-bit runtime)",
        python_platform=get_python_platform(), is_cuda_available="False", cuda_runtime_version=None, cuda_module_loading="N/A", nvidia_driver_version=None,
        nvidia_gpu_models=None, cudnn_version=None, is_xpu_available=False, pip_version=tool, pip_packages=packages, conda_packages=None,
        hip_compiled_version="N/A", hip_runtime_version="N/A", miopen_runtime_version="N/A", caching_allocator_config="N/A", is_xnnpack_available=False,
        cpu_info=get_cpu_info(run))


def pretty_str(envinfo):
    """The report; what could not be found out is said so, and what there is not on a machine without CUDA."""
    shown = envinfo._asdict()
    for key in ("cuda_runtime_version", "nvidia_gpu_models", "nvidia_driver_version", "cudnn_version"):
        shown[key] = shown[key] or "No CUDA"
    for key, label in (("pip_packages", f"[{envinfo.pip_version}]"), ("conda_packages", "[conda]")):
        shown[key] = "\n".join(f"{label} {line}" for line in (shown[key] or _UNKNOWN).split("\n"))
    return _REPORT.format(**{key: _UNKNOWN if value is None else value or "" if isinstance(value, str) else value for key, value in shown.items()})


def get_pretty_env_info():
    return pretty_str(get_env_info())


def main():
    print("Collecting environment information...")
    print(get_pretty_env_info())


if __name__ == "__main__":
    main()
