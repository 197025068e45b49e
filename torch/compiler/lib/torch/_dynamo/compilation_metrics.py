"""What is known of one compilation."""

import dataclasses
import typing

_FIELDS = """
    compile_id frame_key co_name co_filename co_firstlineno cache_size accumulated_cache_size guard_count shape_env_guard_count graph_op_count
    graph_node_count graph_input_count start_time entire_frame_compile_time_s backend_compile_time_s inductor_compile_time_s code_gen_time_s fail_type
    fail_reason fail_user_frame_filename fail_user_frame_lineno non_compliant_ops compliant_custom_ops restart_reasons dynamo_time_before_restart_s
    stack_trace exception_stack_trace graph_node_shapes has_guarded_code remote_cache_time_saved_s structured_logging_overhead_s config_suppress_errors
    config_inline_inbuilt_nn_modules specialize_float dynamo_config compiler_config is_forward num_triton_bundles remote_fx_graph_cache_get_time_ms
    remote_fx_graph_cache_put_time_ms start_time_us duration_us dynamo_cumulative_compile_time_us aot_autograd_cumulative_compile_time_us
    inductor_cumulative_compile_time_us inductor_code_gen_cumulative_compile_time_us triton_compile_time_us runtime_cudagraphify_time_us
    runtime_triton_autotune_time_us dynamo_compile_time_before_restart_us distributed_ephemeral_timeout_us structured_logging_overhead_us
    remote_fx_graph_cache_get_time_us remote_fx_graph_cache_put_time_us backward_cumulative_compile_time_us end_time_us pre_grad_pass_time_us
    post_grad_pass_time_us joint_graph_pass_time_us log_format_version inductor_config remote_cache_version inductor_fx_remote_cache_hit_count
    inductor_fx_remote_cache_miss_count inductor_fx_remote_cache_backend_type inductor_fx_remote_cache_hit_keys inductor_fx_remote_cache_miss_keys
    inductor_fx_local_cache_hit_count inductor_fx_local_cache_miss_count aotautograd_remote_cache_hit_count aotautograd_remote_cache_miss_count
    aotautograd_local_cache_hit_count aotautograd_local_cache_miss_count cuda_version triton_version feature_usage compile_time_autotune_time_us
    is_runtime gc_time_us tensorify_float_attempt tensorify_float_success tensorify_float_failure guard_latency_us recompile_reason num_graph_breaks
    triton_kernel_compile_times_us ir_count cudagraph_skip_reason python_version pgo_put_remote_code_state_time_us pgo_get_remote_code_state_time_us
    param_numel param_bytes param_count recompile_user_contexts inline_inbuilt_nn_modules_candidate pytorch_version inductor_provenance functorch_config
""".split()

_DEFAULTS = {"log_format_version": 3, "is_runtime": False, "inline_inbuilt_nn_modules_candidate": False}
_DEFAULTS.update((f"{cache}_cache_{end}_count", 0) for cache in ("inductor_fx_remote", "inductor_fx_local", "aotautograd_remote", "aotautograd_local") for end in ("hit", "miss"))


def _create(cls, metrics):
    return cls(**metrics)


CompilationMetrics = dataclasses.make_dataclass("CompilationMetrics", [(name, typing.Any, _DEFAULTS.get(name)) for name in _FIELDS], namespace={"create": classmethod(_create)})
CompilationMetrics.__doc__ = "The figures of one compilation; None for what is not measured here."
CompilationMetrics.__module__ = "torch._dynamo.utils"
