# SPDX-License-Identifier: Apache-2.0
"""The current stream of PyTorch, as the CUDA runtime has it."""

from __future__ import annotations

import torch


def raw_stream(index: int) -> int:
    """The current stream of a device."""
    return torch.cuda.current_stream(index).cuda_stream


# Without an object around it: half a microsecond instead of two. Where PyTorch has lost the private name, the public one does.
raw_stream = getattr(torch._C, "_cuda_getCurrentRawStream", raw_stream)
