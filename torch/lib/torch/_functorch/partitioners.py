"""Ways to cut the joint graph of forward and backward, named by these functions where something is compiled."""


def default_partition(joint_module, joint_inputs, *, num_fwd_outputs, **kwargs):
    """Saves what the forward computes and the backward reads."""
    raise NotImplementedError("default_partition() is a value of partition_fn; it cannot be called")


def min_cut_rematerialization_partition(joint_module, joint_inputs, compiler="inductor", *, num_fwd_outputs, **kwargs):
    """Saves as few bytes as possible, and computes cheap operators again."""
    raise NotImplementedError("min_cut_rematerialization_partition() is a value of partition_fn; it cannot be called")
