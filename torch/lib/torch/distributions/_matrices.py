"""Matrices that distributions are given in one of three forms: as covariance, as its inverse, or as its lower Cholesky factor."""
import torch
from torch.distributions.utils import lazy_property

FORMS = ("scale_tril", "covariance_matrix", "precision_matrix")


def times_vector(matrix, vector):
    """Matrix times vector over broadcast batches."""
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def lower_of_inverse(matrix):
    """The Cholesky factor of the inverse, by factoring the matrix with its rows and columns reversed."""
    turned = torch.linalg.cholesky(matrix.flip((-2, -1)))
    upper = turned.flip((-2, -1)).transpose(-2, -1)
    identity = torch.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
    return torch.linalg.solve_triangular(upper, identity, upper=False)


def given_form(scale_tril, covariance_matrix, precision_matrix):
    """The name and value of the one matrix that is there."""
    there = [(name, m) for name, m in zip(FORMS, (scale_tril, covariance_matrix, precision_matrix)) if m is not None]
    if len(there) != 1:
        raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
    return there[0]


def lower_of(name, matrix):
    if name == "scale_tril":
        return matrix
    return torch.linalg.cholesky(matrix) if name == "covariance_matrix" else lower_of_inverse(matrix)


class ThreeForms:
    """The forms that were not given follow from the factor, _unbroadcasted_scale_tril; _matrix_shape is their shape."""

    @lazy_property
    def scale_tril(self):
        return self._unbroadcasted_scale_tril.expand(self._matrix_shape)

    @lazy_property
    def covariance_matrix(self):
        factor = self._unbroadcasted_scale_tril
        return torch.matmul(factor, factor.mT).expand(self._matrix_shape)

    @lazy_property
    def precision_matrix(self):
        return torch.cholesky_inverse(self._unbroadcasted_scale_tril).expand(self._matrix_shape)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def _expand_forms(self, new, shape):
        for name in FORMS:
            if name in self.__dict__:
                setattr(new, name, getattr(self, name).expand(shape))
