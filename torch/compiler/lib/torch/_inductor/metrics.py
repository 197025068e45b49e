"""Counts of the inductor; the native backend does not keep them."""

generated_kernel_count = 0
generated_cpp_vec_kernel_count = 0
num_bytes_accessed = 0
ir_nodes_pre_fusion = 0
cpp_to_dtype_count = 0


def reset():
    pass
