"""What a caller of linear_cross_entropy may choose."""


class LinearCrossEntropyOptions:
    """How linear_cross_entropy may split its work. It has no influence on results, and here on nothing else."""

    def __init__(self, allow_retain_graph=True, batch_chunk_size=None, chunking_method="auto", acc_policy="auto", acc_dtype=None):
        self.allow_retain_graph = allow_retain_graph
        self.batch_chunk_size = batch_chunk_size
        self.chunking_method = chunking_method
        self.acc_policy = acc_policy
        self.acc_dtype = acc_dtype

    def __repr__(self):
        return "LinearCrossEntropyOptions(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"

    def __eq__(self, other):
        return type(other) is type(self) and other.__dict__ == self.__dict__
