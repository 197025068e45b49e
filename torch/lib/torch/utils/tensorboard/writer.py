"""SummaryWriter: what a program tells of its training, in files that TensorBoard shows."""

import os
import time

import torch
from torch.utils.tensorboard import summary as _summary
from torch.utils.tensorboard._records import RecordWriter
from torch.utils.tensorboard._wire import BYTES, DOUBLE, INT, message

__all__ = ["FileWriter", "SummaryWriter"]


class FileWriter:
    """Events in a file of their own in a folder."""

    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=""):
        import socket

        self._folder = str(log_dir)
        os.makedirs(self._folder, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}."
        taken = sum(entry.startswith(name) for entry in os.listdir(self._folder))
        self._path = os.path.join(self._folder, f"{name}{taken}{filename_suffix}")
        self._records = RecordWriter(self._path)
        self._waiting, self._max_queue, self._flush_secs, self._flushed = 0, max_queue, flush_secs, time.time()
        self._write(3, b"brain.Event:2", None, None)
        self.flush()

    def get_logdir(self):
        return self._folder

    def add_event(self, event, step=None, walltime=None):
        """Adds the field of an event: its number and bytes."""
        number, content = event
        self._write(number, content, step, walltime)
        self._waiting += 1
        if self._waiting >= self._max_queue or time.time() - self._flushed >= self._flush_secs:
            self.flush()

    def add_summary(self, summary, global_step=None, walltime=None):
        self.add_event((5, summary), global_step, walltime)

    def _write(self, number, content, step, walltime):
        self._records.write(message((1, DOUBLE, time.time() if walltime is None else walltime), (2, INT, None if step is None else int(step)), (number, BYTES, content)))

    def flush(self):
        self._records.flush()
        self._waiting, self._flushed = 0, time.time()

    def close(self):
        self._records.close()

    def reopen(self):
        self.__init__(self._folder, self._max_queue, self._flush_secs)


class SummaryWriter:
    def __init__(self, log_dir=None, comment="", purge_step=None, max_queue=10, flush_secs=120, filename_suffix=""):
        torch._C._log_api_usage_once("tensorboard.create.summarywriter")
        if not log_dir:
            import socket
            from datetime import datetime

            log_dir = os.path.join("runs", datetime.now().strftime("%b%d_%H-%M-%S") + "_" + socket.gethostname() + comment)
        self.log_dir, self.purge_step, self.max_queue, self.flush_secs, self.filename_suffix = log_dir, purge_step, max_queue, flush_secs, filename_suffix
        self.file_writer = self.all_writers = None
        self._get_file_writer()
        edges = [1e-12]
        while (edge := edges[-1] * 1.1) < 1e20:
            edges.append(edge)
        self.default_bins = [*(-edge for edge in reversed(edges)), 0, *edges]

    def _get_file_writer(self):
        if self.file_writer is None:
            self.file_writer = FileWriter(self.log_dir, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers = {self.file_writer.get_logdir(): self.file_writer}
            if self.purge_step is not None:
                self.file_writer.add_event((7, message((1, INT, 1))), self.purge_step)  # a session starts there; what follows it is void
                self.purge_step = None
        return self.file_writer

    def get_logdir(self):
        return self.log_dir

    def _add(self, made, global_step, walltime):
        self._get_file_writer().add_summary(made, global_step, walltime)

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        self._add(_summary.scalar(tag, scalar_value, new_style=new_style, double_precision=double_precision), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Several scalars in one chart: each has a folder of its own."""
        walltime = time.time() if walltime is None else walltime
        home = self._get_file_writer().get_logdir()
        for tag, value in tag_scalar_dict.items():
            folder = home + "/" + main_tag.replace("/", "_") + "_" + tag
            if folder not in self.all_writers:
                self.all_writers[folder] = FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers[folder].add_summary(_summary.scalar(main_tag, value), global_step, walltime)

    def add_tensor(self, tag, tensor, global_step=None, walltime=None):
        self._add(_summary.tensor_proto(tag, tensor), global_step, walltime)

    def add_histogram(self, tag, values, global_step=None, bins="tensorflow", walltime=None, max_bins=None):
        bins = self.default_bins if isinstance(bins, str) and bins == "tensorflow" else bins
        self._add(_summary.histogram(tag, values, bins, max_bins=max_bins), global_step, walltime)

    def add_histogram_raw(self, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, global_step=None, walltime=None):
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError("len(bucket_limits) != len(bucket_counts), see the document.")
        self._add(_summary.histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts), global_step, walltime)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats="CHW"):
        self._add(_summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats="NCHW"):
        self._add(_summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_audio(self, tag, snd_tensor, global_step=None, sample_rate=44100, walltime=None):
        self._add(_summary.audio(tag, snd_tensor, sample_rate=sample_rate), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        self._add(_summary.text(tag, text_string), global_step, walltime)

    def add_pr_curve(self, tag, labels, predictions, global_step=None, num_thresholds=127, weights=None, walltime=None):
        made = _summary.pr_curve(tag, _summary.make_np(labels), _summary.make_np(predictions), num_thresholds, weights)
        self._add(made, global_step, walltime)

    def add_pr_curve_raw(self, tag, true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts, precision, recall, global_step=None, num_thresholds=127,
                         weights=None, walltime=None):
        counts = map(_summary.make_np, (true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts, precision, recall))
        self._add(_summary.pr_curve_raw(tag, *counts, num_thresholds, weights), global_step, walltime)

    def add_custom_scalars(self, layout):
        self._add(_summary.custom_scalars(layout), None, None)

    def add_custom_scalars_multilinechart(self, tags, category="default", title="untitled"):
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(self, tags, category="default", title="untitled"):
        if len(tags) != 3:
            raise AssertionError("a margin chart has three tags: the value, its lower and its upper bound")
        self.add_custom_scalars({category: {title: ["Margin", tags]}})

    def add_hparams(self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None):
        """The settings of a run and what came of them, in a folder of its own."""
        made = _summary.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        folder = os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))
        with SummaryWriter(log_dir=folder) as run:
            for part in made:
                run.file_writer.add_summary(part)
            for name, value in metric_dict.items():
                run.add_scalar(name, value, global_step)

    def add_embedding(self, mat, metadata=None, label_img=None, global_step=None, tag="default", metadata_header=None):
        """Points [n, dimensions] for the projector, with a label for each."""
        if label_img is not None:
            raise NotImplementedError("magneto: add_embedding has no images of points")
        points = _summary.make_np(mat)
        if points.ndim != 2:
            raise AssertionError("mat should be 2D, where mat.size(0) is the number of data points")
        place = f"{'00000' if global_step is None else str(global_step).zfill(5)}/{tag}"
        folder = os.path.join(self._get_file_writer().get_logdir(), place)
        os.makedirs(folder, exist_ok=True)
        lines = ["embeddings {", f'tensor_name: "{tag}:{place.partition("/")[0]}"', f'tensor_path: "{place}/tensors.tsv"']
        if metadata is not None:
            if points.shape[0] != len(metadata):
                raise AssertionError("#labels should equal with #data points")
            rows = ["\t".join(map(str, row)) for row in (metadata_header, *metadata)] if metadata_header else [str(m) for m in metadata]
            with open(os.path.join(folder, "metadata.tsv"), "w") as f:
                f.write("".join(row + "\n" for row in rows))
            lines.append(f'metadata_path: "{place}/metadata.tsv"')
        with open(os.path.join(folder, "tensors.tsv"), "w") as f:
            f.write("".join("\t".join(str(x) for x in row) + "\n" for row in points.tolist()))
        with open(os.path.join(self._get_file_writer().get_logdir(), "projector_config.pbtxt"), "a") as f:
            f.write("\n".join([*lines, "}"]) + "\n")

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True):
        raise NotImplementedError("magneto: SummaryWriter.add_graph")

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None):
        raise NotImplementedError("magneto: SummaryWriter.add_figure needs matplotlib")

    def add_video(self, tag, vid_tensor, global_step=None, fps=4, walltime=None):
        raise NotImplementedError("magneto: SummaryWriter.add_video needs moviepy")

    def add_mesh(self, tag, vertices, colors=None, faces=None, config_dict=None, global_step=None, walltime=None):
        raise NotImplementedError("magneto: SummaryWriter.add_mesh")

    def flush(self):
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self):
        for writer in (self.all_writers or {}).values():
            writer.flush()
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()
