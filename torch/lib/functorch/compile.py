"""Compilation ahead of time, under the names that functorch gave it."""
from torch._functorch.aot_autograd import aot_function, aot_module, aot_module_simplified, make_boxed_compiler, make_boxed_func
from torch._functorch.aot_autograd import aot_function as compiled_function
from torch._functorch.aot_autograd import aot_module as compiled_module
from torch._functorch import config
from torch._functorch.aot_autograd import get_aot_compilation_context, get_aot_graph_name, get_graph_being_compiled
from torch._functorch.compilers import debug_compile, default_decompositions, draw_graph_compile, get_inputs, memory_efficient_fusion, nnc_jit, nop, print_compile, simple_ts_compile, ts_compile
from torch._functorch.fx_minifier import minifier
from torch._functorch.partitioners import default_partition, draw_graph, min_cut_rematerialization_partition
