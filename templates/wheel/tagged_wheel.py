# SPDX-License-Identifier: Apache-2.0
"""The build backend of a bundle: scikit-build-core, whose wheels get the platform tag that their libraries bear out.

A library that needs no symbol later than those of glibc 2.34 and of the libstdc++ of its time runs wherever these are: its wheel is
manylinux_2_34_x86_64 (PEP 600), which indexes take and pip installs there, and not linux_x86_64. Reads the ELF headers as
auditwheel does, which is not needed.
"""

from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import struct
import zipfile

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403: the other hooks of PEP 517 and 660

# Libraries that every distribution has (PEP 600).
_SYSTEM = re.compile(r"(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|ld-linux[\w-]*)\.so\.\d+$")
# The glibc of the first distributions whose libstdc++ and libgcc have these versions of symbols.
_SINCE = {
    "GLIBCXX": [((3, 4, 19), (2, 17)), ((3, 4, 24), (2, 28)), ((3, 4, 28), (2, 31)), ((3, 4, 29), (2, 34)), ((3, 4, 30), (2, 35)),
                ((3, 4, 33), (2, 39))],
    "CXXABI": [((1, 3, 7), (2, 17)), ((1, 3, 11), (2, 28)), ((1, 3, 12), (2, 31)), ((1, 3, 13), (2, 34)), ((1, 3, 14), (2, 39))],
    "GCC": [((4, 8, 0), (2, 17)), ((7, 0, 0), (2, 28)), ((9, 0, 0), (2, 31)), ((12, 0, 0), (2, 35)), ((14, 0, 0), (2, 39))],
}
_OLDEST = (2, 17)  # of the tags that pip knows for all architectures


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """See PEP 517."""
    name = _build.build_wheel(wheel_directory, config_settings, metadata_directory)
    return retagged(pathlib.Path(wheel_directory) / name)


def retagged(wheel: pathlib.Path) -> str:
    """Gives a wheel the tag of its libraries, where they bear one out; returns its name."""
    with zipfile.ZipFile(wheel) as archive:
        libraries = [archive.read(name) for name in archive.namelist() if name.endswith(".so")]
    tags = [platform_tag(library) for library in libraries]
    *others, platform = wheel.stem.split("-")
    if not tags or None in tags or not platform.startswith("linux_"):
        return wheel.name
    latest = max(tags)
    tagged = f"manylinux_{latest[0]}_{latest[1]}_{platform.removeprefix('linux_')}"
    path = wheel.with_name("-".join([*others, tagged]) + ".whl")
    _rewrite(wheel, path, f"-{platform}", f"-{tagged}")
    wheel.unlink()
    return path.name


def platform_tag(library: bytes) -> tuple[int, int] | None:
    """The glibc that a shared library needs at least, (2, 34); None where it needs more than PEP 600 allows."""
    needed, versions = read_elf(library)
    if any(not _SYSTEM.match(name) for name in needed):
        return None
    least = _OLDEST
    for version in versions:
        kind, _, number = version.partition("_")
        parts = tuple(int(part) for part in re.findall(r"\d+", number))
        if number == "ABI_DT_RELR":
            # Packed relocations, which the loader of glibc 2.36 knows.
            least = max(least, (2, 36))
        elif kind == "GLIBC" and number == "PRIVATE":
            return None
        elif kind == "GLIBC" and parts:
            least = max(least, parts[:2])
        elif kind in _SINCE and parts:
            since = next((glibc for highest, glibc in _SINCE[kind] if parts <= highest), None)
            if since is None:
                return None
            least = max(least, since)
    return least


def read_elf(library: bytes) -> tuple[list[str], list[str]]:
    """The libraries that a shared library of 64 bits names, and the versions of symbols that it wants of them: GLIBC_2.34."""
    if library[:5] != b"\x7fELF\x02":
        raise ValueError("no ELF file of 64 bits")
    order = "<" if library[5] == 1 else ">"
    read = lambda form, at: struct.unpack_from(order + form, library, at)
    (table,) = read("Q", 0x28)
    size, count = read("HH", 0x3A)
    sections = [read("IIQQQQIIQQ", table + size * index) for index in range(count)]
    needed, versions = [], []

    def text(strings: int, offset: int) -> str:
        begin = sections[strings][4] + offset
        return library[begin : library.index(b"\0", begin)].decode()

    for _, kind, _, _, begin, length, link, info, _, _ in sections:
        if kind == 6:  # SHT_DYNAMIC
            for entry in range(begin, begin + length, 16):
                tag, value = read("qQ", entry)
                if tag == 1:  # DT_NEEDED
                    needed.append(text(link, value))
        elif kind == 0x6FFFFFFE:  # SHT_GNU_verneed
            entry = begin
            for _ in range(info):
                _, auxiliaries, _, first, following = read("HHIII", entry)
                at = entry + first
                for _ in range(auxiliaries):
                    _, _, _, name, step = read("IHHII", at)
                    versions.append(text(link, name))
                    at += step
                entry += following
    return needed, versions


def _rewrite(wheel: pathlib.Path, path: pathlib.Path, old: str, new: str) -> None:
    """Copies a wheel with another tag in its metadata."""
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        changed = {}
        for item in source.infolist():
            data = source.read(item)
            if item.filename.endswith(".dist-info/WHEEL"):
                lines = data.decode().splitlines()
                data = "".join(f"{line.replace(old, new) if line.startswith('Tag: ') else line}\n" for line in lines).encode()
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                changed[item.filename] = f"{item.filename},sha256={digest},{len(data)}"
            elif item.filename.endswith(".dist-info/RECORD"):
                lines = data.decode().splitlines()
                data = "".join(f"{changed.get(line.split(',')[0], line)}\n" for line in lines).encode()
            target.writestr(item, data)
