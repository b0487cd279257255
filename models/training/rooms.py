"""The runtime's locating and naming rooms over PyTorch weights, to judge them before they are exported."""

from __future__ import annotations

from pathlib import Path

import torch

from vision.classify import Classifier as NamingRoom
from vision.locate import Locator as LocatingRoom

from . import classifier, locator


def networks(locator_weights: Path, classifier_weights: Path) -> tuple[LocatingRoom, NamingRoom]:
    """The runtime's two rooms over PyTorch weights."""
    find, name = locator.Locator().eval(), classifier.Classifier().eval()
    find.load_state_dict(torch.load(locator_weights, weights_only=True))
    name.load_state_dict(torch.load(classifier_weights, weights_only=True))

    @torch.inference_mode()
    def run_find(x):
        return find(torch.from_numpy(x)).numpy()

    @torch.inference_mode()
    def run_name(x):
        return tuple(t.numpy() for t in name(torch.from_numpy(x)))

    return LocatingRoom(run_find), NamingRoom(run_name)
