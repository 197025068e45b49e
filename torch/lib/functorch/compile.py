"""Compilation ahead of time, under the names that functorch gave it."""
from torch._functorch.aot_autograd import aot_function, aot_module, aot_module_simplified, make_boxed_compiler, make_boxed_func
from torch._functorch.aot_autograd import aot_function as compiled_function
from torch._functorch.aot_autograd import aot_module as compiled_module
from torch._functorch.compilers import nop, print_compile
from torch._functorch.partitioners import default_partition, min_cut_rematerialization_partition
