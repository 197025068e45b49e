"""What the logs say of a choice of results to keep."""
import json

from torch._logging import trace_structured

__all__ = ["create_activation_checkpointing_logging_structure_payload", "create_joint_graph_edges", "create_joint_graph_node_information",
           "create_structured_trace_for_min_cut_info"]


def create_joint_graph_node_information(joint_graph, recomputable_node_info):
    """A table of the nodes by name. recomputable_node_info has the places of those that may be computed again."""
    table = {}
    for index, node in enumerate(joint_graph.nodes):
        row = {
            "index": index,
            "name": node.name,
            "is_recomputable_candidate": node.name in recomputable_node_info,
            "target": str(node.target),
            "shape": str(getattr(node.meta.get("tensor_meta"), "shape", [])),
            "input_arguments": [source.name for source in node.all_input_nodes],
            "stack_trace": node.meta.get("stack_trace", ""),
        }
        if row["is_recomputable_candidate"]:
            row["recomputable_candidate_info"] = {"recomputable_node_idx": recomputable_node_info[node.name]}
        table[node.name] = row
    return table


def create_joint_graph_edges(joint_graph):
    return [(source.name, node.name) for node in joint_graph.nodes for source in node.all_input_nodes]


def create_activation_checkpointing_logging_structure_payload(
        joint_graph, joint_graph_node_information, joint_graph_edges, all_recomputable_banned_nodes, expected_runtime, saved_node_idxs, recomputable_node_idxs,
        memories_banned_nodes, normalized_memories_banned_nodes, runtimes_banned_nodes, min_cut_saved_values, memory_budget, min_act_size, max_act_size,
        saved_values_act_size, more_aggressive_saved_values_mem_ratio, aggressive_recomputation_saved_values_mem_ratio):
    return {
        "Joint Graph Size": len(joint_graph.nodes),
        "Joint Graph Edges": {"Total": len(joint_graph_edges), "Edges": joint_graph_edges},
        "Joint Graph Node Information": joint_graph_node_information,
        "Recomputable Banned Nodes Order": [node.name for node in all_recomputable_banned_nodes],
        "Expected Runtime": expected_runtime,
        "Knapsack Saved Nodes": saved_node_idxs,
        "Knapsack Recomputed Nodes": recomputable_node_idxs,
        "Absolute Memories": memories_banned_nodes,
        "Knapsack Input Memories": normalized_memories_banned_nodes,
        "Knapsack Input Runtimes": runtimes_banned_nodes,
        "Min Cut Solution Saved Values": [node.name for node in min_cut_saved_values],
        "Memory Budget": memory_budget,
        "Min Activation Size (GB)": min_act_size,
        "Max Activation Size (GB)": max_act_size,
        "Saved Values Activation Size (GB)": saved_values_act_size,
        "More Aggressive Saved Values Mem Ratio": more_aggressive_saved_values_mem_ratio,
        "Aggressive Recomputation Saved Values Mem Ratio": aggressive_recomputation_saved_values_mem_ratio,
    }


def create_structured_trace_for_min_cut_info(
        joint_graph, all_recomputable_banned_nodes, saved_node_idxs, recomputable_node_idxs, expected_runtime, memories_banned_nodes, normalized_memories_banned_nodes,
        runtimes_banned_nodes, min_cut_saved_values, memory_budget, min_act_size, max_act_size, saved_values_act_size, more_aggressive_saved_values_mem_ratio,
        aggressive_recomputation_saved_values_mem_ratio):
    """Writes the choice as an artifact of the structured trace."""
    places = {node.name: i for i, node in enumerate(all_recomputable_banned_nodes)}
    table = create_joint_graph_node_information(joint_graph, places)
    for name, i in places.items():
        table[name]["recomputable_candidate_info"].update(
            memory=memories_banned_nodes[i], runtime=runtimes_banned_nodes[i], is_saved=i in saved_node_idxs, is_recomputed=i in recomputable_node_idxs)
    payload = create_activation_checkpointing_logging_structure_payload(
        joint_graph=joint_graph, joint_graph_node_information=table, joint_graph_edges=create_joint_graph_edges(joint_graph),
        all_recomputable_banned_nodes=all_recomputable_banned_nodes, expected_runtime=expected_runtime, saved_node_idxs=saved_node_idxs,
        recomputable_node_idxs=recomputable_node_idxs, memories_banned_nodes=memories_banned_nodes, normalized_memories_banned_nodes=normalized_memories_banned_nodes,
        runtimes_banned_nodes=runtimes_banned_nodes, min_cut_saved_values=min_cut_saved_values, memory_budget=memory_budget, min_act_size=min_act_size,
        max_act_size=max_act_size, saved_values_act_size=saved_values_act_size, more_aggressive_saved_values_mem_ratio=more_aggressive_saved_values_mem_ratio,
        aggressive_recomputation_saved_values_mem_ratio=aggressive_recomputation_saved_values_mem_ratio)
    trace_structured("artifact", metadata_fn=lambda: {"name": "min_cut_information", "encoding": "json"}, payload_fn=lambda: json.dumps(payload))
