"""Learns a filter that removes noise from images: a factor for each frequency, which multiplies rfft2 of an image before irfft2.

Trains it twice, with PyTorch's own transforms and with those of the bundle, and compares the losses and the time of a step.
"""
import sys
import time

import torch

import fft

SIZE, IMAGES, STEPS = 64, 4, 20
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def images():
    """Smooth random images, and the same with noise."""
    torch.manual_seed(1)
    rows = torch.fft.fftfreq(SIZE)[:, None]
    columns = torch.fft.rfftfreq(SIZE)[None, :]
    low_pass = torch.exp(-200 * (rows**2 + columns**2))
    clean = torch.fft.irfft2(torch.fft.rfft2(torch.randn(IMAGES, SIZE, SIZE)) * low_pass)
    clean = clean / clean.std()
    return clean.to(device), (clean + torch.randn_like(clean)).to(device)


def train(clean, noisy):
    """The loss after the last step, and the milliseconds of a step."""
    weights = torch.ones(SIZE, SIZE // 2 + 1, device=device, requires_grad=True)
    optimiser = torch.optim.Adam([weights], lr=0.05)
    for step in range(STEPS):
        if step == 1:  # the first step sets things up
            started = now()
        optimiser.zero_grad()
        denoised = torch.fft.irfft2(weights * torch.fft.rfft2(noisy))
        loss = torch.nn.functional.mse_loss(denoised, clean)
        loss.backward()
        optimiser.step()
    return loss.item(), 1000 * (now() - started) / (STEPS - 1)


def now():
    if device.type == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


clean, noisy = images()
print(f"loss without a filter: {torch.nn.functional.mse_loss(noisy, clean).item():.4f}")
own, own_time = train(clean, noisy)
print(f"PyTorch's transforms:  {own:.4f}, {own_time:.2f} ms a step")
with fft.override():
    served, served_time = train(clean, noisy)
print(f"those of the bundle:   {served:.4f}, {served_time:.2f} ms a step")
print(fft.report())

difference = abs(served - own) / own
print(f"losses: relative error {difference:.1e}")
# Forward: rfft2 and irfft2; backward: the gradient of irfft2 is an rfft2 with its scale.
complete = fft.report().served == 3 * STEPS
sys.exit(0 if difference < 1e-5 and complete else 1)
