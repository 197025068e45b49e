"""Counts of the inductor. Of what it counts the native backend has kernels: fused loops over elements, each of which is vector code."""

import dataclasses
import functools

from torch.utils._ordered_set import OrderedSet

_COUNTS = (
    "generated_kernel_count", "generated_cpp_vec_kernel_count", "num_bytes_accessed", "ir_nodes_pre_fusion", "cpp_to_dtype_count", "num_comprehensive_padding",
    "num_matches_for_scatter_upon_const_tensor", "num_loop_reordering", "parallel_reduction_count", "codegen_mix_order_reduction", "codegen_nested_reduction",
    "num_auto_chunking", "rejected_mix_order_reduction_fusion",
)

generated_kernel_count = generated_cpp_vec_kernel_count = num_bytes_accessed = ir_nodes_pre_fusion = cpp_to_dtype_count = num_comprehensive_padding = 0
num_matches_for_scatter_upon_const_tensor = num_loop_reordering = parallel_reduction_count = codegen_mix_order_reduction = codegen_nested_reduction = 0
num_auto_chunking = rejected_mix_order_reduction_fusion = 0
nodes_num_elem = []
node_runtimes = []
cpp_outer_loop_fused_inner_counts = []


@dataclasses.dataclass
class CppOuterLoopFusedCount:
    inner_kernel_number: int
    local_buffer_number: int = 0


def reset():
    globals().update(dict.fromkeys(_COUNTS, 0))
    for kept in (nodes_num_elem, node_runtimes, cpp_outer_loop_fused_inner_counts):
        kept.clear()


def _count_kernels(n):
    """Adds the kernels of a program that was compiled."""
    global generated_kernel_count, generated_cpp_vec_kernel_count, ir_nodes_pre_fusion
    generated_kernel_count += n
    generated_cpp_vec_kernel_count += n
    ir_nodes_pre_fusion += n


@dataclasses.dataclass
class CachedMetricsDeltas:
    """What compiling a graph has counted, which its next use from a cache counts again."""

    generated_kernel_count: int
    generated_cpp_vec_kernel_count: int
    ir_nodes_pre_fusion: int
    cpp_to_dtype_count: int
    num_bytes_accessed: int
    num_matches_for_scatter_upon_const_tensor: int


def get_metric_fields():
    return [field.name for field in dataclasses.fields(CachedMetricsDeltas)]


class CachedMetricsHelper:
    """Notes the counts when it is made."""

    def __init__(self):
        self.cached_metrics = {name: globals()[name] for name in get_metric_fields()}

    def get_deltas(self):
        return CachedMetricsDeltas(**{name: globals()[name] - before for name, before in self.cached_metrics.items()})

    @staticmethod
    def apply_deltas(delta):
        for name in get_metric_fields():
            globals()[name] += getattr(delta, name)


@dataclasses.dataclass
class MetricTable:
    """A table that is written to a file while its name is among those that the settings enable."""

    table_name: str
    column_names: list
    num_rows_added: int = 0

    def output_filename(self):
        return f"metric_table_{self.table_name}.csv"

    def write_header(self):
        with open(self.output_filename(), "w") as file:
            file.write(",".join(["model_name", *self.column_names]) + "\n")

    def add_row(self, row_fn):
        if not is_metric_table_enabled(self.table_name):
            return
        row = row_fn()
        if set(self.column_names) != set(row):
            raise AssertionError(f"{set(self.column_names)} v.s. {set(row)}")
        with open(self.output_filename(), "a") as file:
            file.write(",".join(str(row[name]) for name in self.column_names) + "\n")

    @staticmethod
    def register_table(name, column_names):
        REGISTERED_METRIC_TABLES[name] = MetricTable(name, column_names)


REGISTERED_METRIC_TABLES = {}
MetricTable.register_table("slow_fusion", ["kernel1_path", "kernel1_latency", "kernel2_path", "kernel2_latency", "fused_kernel_path", "fused_kernel_latency", "slow_down_ratio"])
MetricTable.register_table("graph_stats", ["graph_id", "num_nodes_before_fusion", "num_nodes_after_fusion"])
MetricTable.register_table("persistent_red_perf", [
    "kernel0_path", "kernel1_path", "kernel2_path", "kernel3_path", "kernel0_latency", "kernel1_latency", "kernel2_latency", "kernel3_latency", "size_hints", "reduction_hint"])
MetricTable.register_table("fusion_failure_due_to_indexing_mismatch", [
    "pre_grad_graph_id", "post_grad_graph_id", "node1_name", "node2_name", "node1_debug_str", "node2_debug_str", "common_buffer_names", "failure_reason"])
MetricTable.register_table("kernel_metadata", [
    "kernel_name", "kernel_path", "kernel_category", "size_hints", "reduction_hint", "line_of_code", "num_load", "num_store", "num_for_loop", "num_atomic_add", "num_args",
    "xnumel", "ynumel", "rnumel", "kernel_args_num_gb"])
MetricTable.register_table("kernel_autotune", ["kernel_path", "kernel_name", "triton_config", "latency_ms"])


def enabled_metric_tables():
    from torch._inductor import config

    return enabled_metric_tables_impl(config.enabled_metric_tables)


@functools.lru_cache
def enabled_metric_tables_impl(config_str):
    enabled = OrderedSet()
    for name in config_str.split(","):
        name = name.strip()
        if not name:
            continue
        if name not in REGISTERED_METRIC_TABLES:
            raise AssertionError(f"Metric table name {name} is not registered")
        enabled.add(name)
    return enabled


def is_metric_table_enabled(name):
    return name in enabled_metric_tables()


def get_metric_table(name):
    if name not in REGISTERED_METRIC_TABLES:
        raise AssertionError(f"Metric table {name} is not defined")
    return REGISTERED_METRIC_TABLES[name]
