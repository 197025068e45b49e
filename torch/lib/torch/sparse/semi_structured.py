"""Semi-structured sparsity needs GPUs."""
from torch.sparse import SparseSemiStructuredTensor, SparseSemiStructuredTensorCUSPARSELT, SparseSemiStructuredTensorCUTLASS, to_sparse_semi_structured
