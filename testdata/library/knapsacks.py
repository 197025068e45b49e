"""What to keep for a backward pass within a memory."""
from torch._functorch._activation_checkpointing.knapsack import dp_knapsack, dp_knapsack_sliding_hirschberg, greedy_knapsack

for memory, runtimes, limit in [
    ([1.0, 2.0, 3.0], [1.0, 2.0, 0.5], 3.5), ([0.5, 0.25, 0.5, 0.1], [5.0, 1.0, 4.0, 0.25], 1.0), ([0.2, 0.3], [1.0, 1.5], 0.0), ([1.0], [3.0], 1.0),
    ([0.4, 0.4, 0.4], [1.0, 2.0, 4.0], 0.8), ([2.0, 2.0], [1.0, 1.5], 1.0), ([0.1, 0.2, 0.3, 0.4], [4.0, 3.0, 2.0, 1.0], 0.55),
]:
    for solve in (greedy_knapsack, dp_knapsack, dp_knapsack_sliding_hirschberg):
        print(solve.__name__, solve(memory, runtimes, limit))
print(dp_knapsack_sliding_hirschberg([], [], 1.0))
