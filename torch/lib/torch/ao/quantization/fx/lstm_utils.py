"""Recurrent networks whose parts have observers of their own."""

__all__ = []


def _get_lstm_with_individually_observed_parts(
    float_lstm, example_inputs, backend_config=None, linear_output_obs_ctr=None, sigmoid_obs_ctr=None, tanh_obs_ctr=None, cell_state_obs_ctr=None,
    hidden_state_obs_ctr=None, split_gates=False,
):
    raise NotImplementedError("torch.ao.quantization.fx.lstm_utils: magneto observes no parts of recurrent networks")


def _get_reference_quantized_lstm_module(observed_lstm, backend_config=None):
    raise NotImplementedError("torch.ao.quantization.fx.lstm_utils: magneto observes no parts of recurrent networks")
