"""Which results to keep for the backward pass within a memory: those that save the most time. Each function takes the memory and the time of each
result and gives the time that is saved, the results to keep, and those to compute again."""
import torch

_STEPS = 10000  # into which the memory is divided


def greedy_knapsack(memory, runtimes, max_memory):
    """Takes the results that save most for their memory, as long as they fit."""
    kept, again, used, saved = [], [], 0.0, 0.0
    for i in sorted(range(len(runtimes)), key=lambda i: runtimes[i] / memory[i], reverse=True):
        if used + memory[i] > max_memory:
            again.append(i)
            continue
        kept.append(i)
        used += memory[i]
        saved += runtimes[i]
    return saved, kept, again


def ilp_knapsack(memory, runtimes, max_memory):
    """Needs a solver of linear programs."""
    raise RuntimeError("To use the ILP for memory budget checkpointing you need to install scipy")


def dp_knapsack(memory, runtime, max_memory):
    """The best choice, by the best choices within each smaller memory."""
    rows, kept, again = _best(memory, runtime, max_memory)
    return rows[-1][-1].item(), kept, again


def dp_knapsack_sliding_hirschberg(memory, runtime, max_memory):
    """The best choice in the memory of two rows: halves of the results share the room in the best way, the first getting as much as it can use."""
    if not memory:
        return 0.0, [], []
    weights = [round(m * _STEPS) for m in memory]
    kept, again, parts = [], [], [(0, len(weights), round(max_memory * _STEPS))]
    while parts:
        first, last, room = parts.pop()
        if last - first <= 1:
            for i in range(first, last):
                (kept if weights[i] <= room and runtime[i] > 0 else again).append(i)
            continue
        middle = (first + last) // 2
        left = _row(weights[first:middle], runtime[first:middle], room)
        right = _row(weights[middle:last], runtime[middle:last], room)
        of_right = int(torch.argmax(left.flip(0) + right))
        parts += [(first, middle, room - of_right), (middle, last, of_right)]
    return sum(runtime[i] for i in kept), sorted(kept), again


def _row(weights, times, room):
    """The best time for each memory up to room."""
    row = torch.zeros(room + 1, dtype=torch.float32)
    for weight, time in zip(weights, times):
        if weight == 0:
            row = row + time
        elif weight <= room:
            row = torch.cat([row[:weight], torch.maximum(row[weight:], row[:-weight] + time)])
    return row


def _best(memory, runtime, max_memory):
    """The rows of best times, one for each number of results, and what is kept and computed again for the whole memory."""
    weights = [round(m * _STEPS) for m in memory]
    times = torch.tensor(runtime, dtype=torch.float32)
    rows = [torch.zeros(round(max_memory * _STEPS) + 1)]
    for weight, time in zip(weights, times):
        row = rows[-1].clone()
        if weight == 0:
            row += time
        elif weight < len(row):
            row[weight:] = torch.maximum(row[weight:], rows[-1][:-weight] + time)
        rows.append(row)
    kept, again, room = [], [], len(rows[0]) - 1
    for i in range(len(weights) - 1, -1, -1):
        if rows[i + 1][room] == rows[i][room]:
            again.append(i)
        else:
            kept.insert(0, i)
            room -= weights[i]
    return rows, kept, again
