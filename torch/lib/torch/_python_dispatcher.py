"""A small view of how the dispatcher chooses kernels: kernels are registered by the names of their keys, and shown with what each key finds."""

import re

import torch._C as C


class PythonDispatcher:
    """One operator, foo, to whose keys kernels are registered once."""

    namespace = "__test__"
    name = "foo"
    runtime_keys = ["CPU", "AutogradCPU", "FPGA", "AutogradOther", "XLA", "AutogradXLA", "Lazy", "AutogradLazy"]
    alias_keys = ["CompositeExplicitAutograd", "Autograd", "CompositeImplicitAutograd"]
    supported_keys = runtime_keys + alias_keys

    def __init__(self):
        C._dispatch_check_invariants(self.name)
        self.ref = C._dispatch_library("FRAGMENT", self.namespace, "")
        self.ref.def_(f"{self.name}(Tensor x) -> Tensor")

    def keys(self):
        return self.supported_keys

    def register(self, dispatchKeys):
        """Registers a kernel fn_KEY for each of the keys, all in one call."""
        if len(set(dispatchKeys)) != len(dispatchKeys):
            raise RuntimeError(f"Overridden is not allowed but found duplicates in {dispatchKeys}.")
        if {"CompositeImplicitAutograd", "CompositeExplicitAutograd"} <= set(dispatchKeys):
            raise RuntimeError("Registration to both CompositeImplicitAutograd and CompositeExplicitAutograd is not allowed.")
        for key in dispatchKeys:
            if key not in self.supported_keys:
                raise RuntimeError(f"{key} is not supported, please select a dispatch key in {self.supported_keys}.")
            self.ref.impl_t_t(self.name, dispatch=key, debug=f"fn_{key}")

    def _format_line(self, key, kernel):
        return f"{key:<15} {kernel}\n"

    def _format_header(self, header):
        return f"\n{header}\n" + self._format_line("key", "kernel") + "-" * 27 + "\n"

    def rawRegistrations(self):
        return C._dispatch_dump(f"{self.namespace}::{self.name}")

    def rawDispatchTable(self):
        return C._dispatch_dump_table(f"{self.namespace}::{self.name}")

    def registrations(self):
        """The kernels that were registered."""
        lines = [self._format_line(key, kernel) for key, kernel in re.findall(r"^(\S+): (\w+) ::", self.rawRegistrations(), re.M)]
        return self._format_header("Registered Kernels") + "".join(lines)

    def dispatchTable(self):
        """What is found for the keys of backends and autograd; kernels for all operators are named by their kind alone."""
        found = dict(line.split(": ", 1) for line in self.rawDispatchTable().splitlines())
        lines = [self._format_line(key, re.sub(r"^(?:fallthrough )?registered at \S+ ", "", found[key])) for key in found if key in self.runtime_keys]
        return self._format_header("Computed Dispatch Table") + "".join(lines)
