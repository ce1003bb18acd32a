"""A linear model of texts: for each label, how likely it is that a text has it.

Scoring needs numpy alone; fitting asks scikit-learn, and only then is it loaded.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from crookbench.patient.features import BLOCKS, BUCKETS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import scipy.sparse as sp
    from numpy.typing import NDArray

    from crookbench.patient.features import Counted

REGULARISATION = 30.0
"""scikit-learn's C: the better of 3, 10, 30 and 100 on lines kept out of the fit."""
FEWEST = 2
"""Texts in which a feature must stand to be kept: one text alone teaches nothing about others."""
_STEPS = 127
"""Weights are kept in whole steps of the largest one: a byte each."""
_LEAST = 0.01
"""Weights below this share of a label's largest are dropped: half the size, the same answers."""


@dataclass(frozen=True)
class LinearModel:
    """Labels with their weights.

    Attributes:
        labels: What a text can have, in the columns' order.
        kept: The numbers of the features that count, in order.
        rarity: How much each of them tells, by how few texts have it.
        weights: One row a kept feature, one column a label, in steps of `step`.
        step: For each label, what one step of a weight stands for.
        bias: For each label, where it starts.
    """

    labels: tuple[str, ...]
    kept: NDArray[np.int32]
    rarity: NDArray[np.float32]
    weights: NDArray[np.int8]
    step: NDArray[np.float32]
    bias: NDArray[np.float32]

    def probabilities(self, found: Counted) -> NDArray[np.float32]:
        """How likely each label is, from the features of one text."""
        numbers = np.fromiter(found.keys(), np.int64, len(found))
        counts = np.fromiter(found.values(), np.float32, len(found))
        rows = self._rows[numbers]
        there = rows >= 0
        rows, counts, words = rows[there], counts[there], numbers[there] < BUCKETS
        values = (1 + np.log(counts)) * self.rarity[rows]
        for block in (words, ~words):
            values[block] /= np.sqrt(np.square(values[block]).sum()) or 1.0
        scores = (values @ self.weights[rows].astype(np.float32)) * self.step + self.bias
        return np.asarray(1 / (1 + np.exp(-scores)), np.float32)

    @cached_property
    def _rows(self) -> NDArray[np.int32]:
        """For each feature's number its row, or -1."""
        rows = np.full(BLOCKS * BUCKETS, -1, np.int32)
        rows[self.kept] = np.arange(len(self.kept), dtype=np.int32)
        return rows

    def packed(self) -> dict[str, NDArray[np.generic]]:
        """The arrays to keep."""
        gaps = np.diff(self.kept, prepend=0).astype(np.int32)
        return {
            "labels": np.frombuffer(json.dumps(self.labels).encode(), np.uint8),
            "gaps": gaps, "rarity": self.rarity.astype(np.float16),
            "weights": np.ascontiguousarray(self.weights.T), "step": self.step, "bias": self.bias,
        }  # fmt: skip

    @classmethod
    def unpacked(cls, arrays: dict[str, NDArray[np.generic]]) -> LinearModel:
        """The model of kept arrays."""
        return cls(
            labels=tuple(json.loads(io.BytesIO(arrays["labels"].tobytes()).read())),
            kept=np.cumsum(arrays["gaps"]).astype(np.int32),
            rarity=arrays["rarity"].astype(np.float32),
            weights=np.ascontiguousarray(arrays["weights"].T).astype(np.int8),
            step=arrays["step"].astype(np.float32),
            bias=arrays["bias"].astype(np.float32),
        )


def fit(
    texts: Sequence[Counted],
    labelled: Sequence[Collection[str]],
    labels: Sequence[str],
    tells: Callable[[int, str], bool] = lambda _text, _label: True,
) -> LinearModel:
    """The model that tells the labels of these texts best: a logistic regression a label.

    Where `tells(n, label)` is false, the nth text has no say about the label, for or against.
    """
    table, kept, rarity = _table(texts)
    coefficients = np.zeros((len(labels), len(kept)), np.float32)
    bias = np.full(len(labels), -20.0, np.float32)
    for place, label in enumerate(labels):
        wanted = np.fromiter((label in each for each in labelled), bool, len(labelled))
        rows = np.flatnonzero([tells(n, label) for n in range(len(labelled))])
        if wanted[rows].any() and not wanted[rows].all():
            coefficients[place], bias[place] = _regression(table[rows], wanted[rows])
    largest = np.abs(coefficients).max(axis=1, initial=0.0)
    coefficients[np.abs(coefficients) < _LEAST * largest[:, None]] = 0
    step = (np.where(largest > 0, largest, 1.0) / _STEPS).astype(np.float32)
    weights = np.rint(coefficients / step[:, None]).astype(np.int8).T
    return LinearModel(
        tuple(labels), kept.astype(np.int32), rarity, np.ascontiguousarray(weights), step, bias
    )


def _regression(
    table: sp.csr_matrix, wanted: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], float]:
    from sklearn.linear_model import LogisticRegression

    # The dual form at a coarse tolerance gives the same scores to 0.002 in a tenth of the time.
    regression = LogisticRegression(
        C=REGULARISATION, solver="liblinear", dual=True, tol=0.1, max_iter=300, random_state=0
    )
    found = regression.fit(table, wanted)
    return found.coef_[0], float(found.intercept_[0])


def _table(
    texts: Sequence[Counted],
) -> tuple[sp.csr_matrix, NDArray[np.int64], NDArray[np.float32]]:
    """The texts as rows of weighed features, with the features that are kept."""
    import scipy.sparse as sp

    starts = np.cumsum([0, *map(len, texts)])
    numbers = np.fromiter((n for text in texts for n in text), np.int64, starts[-1])
    counts = np.fromiter((c for text in texts for c in text.values()), np.float32, starts[-1])
    in_texts = np.bincount(numbers, minlength=BLOCKS * BUCKETS)
    kept = np.flatnonzero(in_texts >= min(FEWEST, len(texts)))
    # Rounded as it will be kept, so that a shipped model answers as the fitted one.
    rounded = (np.log((1 + len(texts)) / (1 + in_texts[kept])) + 1).astype(np.float16)
    rarity = rounded.astype(np.float32)
    raw = sp.csr_matrix((1 + np.log(counts), numbers, starts), (len(texts), BLOCKS * BUCKETS))
    weighed = sp.csr_matrix(raw[:, kept].multiply(rarity))
    words = int(np.searchsorted(kept, BUCKETS))
    blocks = [_of_length_one(weighed[:, :words]), _of_length_one(weighed[:, words:])]
    return sp.csr_matrix(sp.hstack(blocks)), kept.astype(np.int64), rarity


def _of_length_one(block: sp.csr_matrix) -> sp.csr_matrix:
    import scipy.sparse as sp

    length = np.sqrt(np.asarray(block.multiply(block).sum(axis=1)).ravel())
    length[length == 0] = 1.0
    return sp.csr_matrix(sp.diags(1 / length) @ block)
