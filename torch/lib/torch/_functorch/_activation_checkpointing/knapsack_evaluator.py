"""How much memory and time a choice of results to keep costs."""
import torch


class KnapsackEvaluator:
    def __init__(self, graph_info_provider):
        self._graph_info_provider = graph_info_provider

    def _get_backward_memory_from_topologically_sorted_graph(self, node_graph, node_memories, saved_nodes_set, peak_memory_after_forward_pass):
        """The memory after each step of a backward pass that goes through the results from the last to the first."""
        steps = [(peak_memory_after_forward_pass, "Initial Peak/Current Memory")]
        there = set(saved_nodes_set)

        def step(change, what):
            steps.append((steps[-1][0] + change, what))

        for node in reversed(node_graph.topological_order()):
            if node in there:
                step(-node_memories[node], f"Dropping Node(already saved): {node}")
                continue
            step(node_memories[node], f"Recomputing Node: {node}")
            waiting = list(node_graph.predecessors(node))
            for before in waiting:
                if before not in there:
                    there.add(before)
                    step(node_memories[before], f"Recomputing Predecessor of {node}: {before}")
                    waiting.extend(node_graph.predecessors(before))
            step(-node_memories[node], f"Dropping Node: {node}")
        return steps

    def _validate_all_indexes_accounted_for_in_provided_output(self, saved_nodes_idxs, recomputable_node_idxs):
        union = set(saved_nodes_idxs) | set(recomputable_node_idxs)
        expected = set(range(len(self._graph_info_provider.all_recomputable_banned_nodes)))
        if union != expected:
            raise AssertionError(f"All candidate nodes must be accounted for in the provided output, got union={union}, expected={expected}")

    def evaluate_knapsack_output(self, saved_nodes_idxs, recomputable_node_idxs, account_for_backward_pass=False):
        self._validate_all_indexes_accounted_for_in_provided_output(saved_nodes_idxs, recomputable_node_idxs)
        info = self._graph_info_provider
        names = info.all_recomputable_banned_nodes
        saved = {names[i] for i in saved_nodes_idxs}
        peak = sum(info.all_node_memories[names[i]] for i in saved_nodes_idxs)
        runtime = sum(info.all_node_runtimes[names[i]] for i in recomputable_node_idxs)
        if account_for_backward_pass:
            steps = self._get_backward_memory_from_topologically_sorted_graph(
                node_graph=info.recomputable_node_only_graph_with_larger_graph_context, node_memories=info.all_node_memories, saved_nodes_set=saved,
                peak_memory_after_forward_pass=peak)
            peak = max(memory for memory, _ in steps)
        whole_memory, whole_runtime = info.get_non_ac_peak_memory(), info.get_theoretical_max_runtime()
        return {
            "peak_memory": peak,
            "recomputation_runtime": runtime,
            "non_ac_peak_memory": whole_memory,
            "theoretical_max_runtime": whole_runtime,
            "percentage_of_theoretical_peak_memory": peak / whole_memory,
            "percentage_of_theoretical_peak_runtime": runtime / whole_runtime,
        }

    def evaluate_distribution_of_results_for_knapsack_algo(self, knapsack_algo, memory_budget_values):
        info, results = self._graph_info_provider, []
        for budget in memory_budget_values:
            _, saved, again = knapsack_algo(info.get_knapsack_memory_input(), info.get_knapsack_runtime_input(), budget)
            results.append({**self.evaluate_knapsack_output(saved_nodes_idxs=saved, recomputable_node_idxs=again), "memory_budget": budget})
        return results

    def get_knee_point_memory_budget(self, knapsack_algo, max_mem_budget=0.1, min_mem_budget=0.001, iterations=100):
        """The budget whose choice lies nearest to where neither memory nor time is taken, each in parts of its range."""
        span = max_mem_budget - min_mem_budget
        budgets = [min_mem_budget + i * span / (iterations - 1) for i in range(iterations)]
        results = self.evaluate_distribution_of_results_for_knapsack_algo(knapsack_algo, budgets)
        distance = torch.zeros(len(results))
        for key in ("percentage_of_theoretical_peak_memory", "percentage_of_theoretical_peak_runtime"):
            values = torch.tensor([result[key] for result in results])
            distance += ((values - values.min()) / (values.max() - values.min())) ** 2
        return budgets[int(torch.argmin(distance))]
