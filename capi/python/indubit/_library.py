"""The shared library: its functions, texts, budgets."""

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any


class Text(ctypes.Structure):
    _fields_ = [("bytes", c_void_p), ("length", c_size_t)]


def _load() -> ctypes.CDLL:
    here = Path(__file__).resolve().parent
    names = ["libindubit_c.so", "libindubit_c.dylib", "indubit_c.dll"]
    places = [os.environ.get("INDUBIT_LIBRARY")] + [str(here / name) for name in names]
    for place in places:
        if place and Path(place).exists():
            return ctypes.CDLL(place)
    raise ImportError("libindubit_c is not beside this module; name it by INDUBIT_LIBRARY (see capi/README.md)")


library = _load()
TERMINATE = ctypes.CFUNCTYPE(c_int, c_void_p)
_LITERALS = POINTER(c_int32)


class Functions(ctypes.Structure):
    """indubit_propagator"""

    _fields_ = [
        ("data", c_void_p),
        ("assigned", ctypes.CFUNCTYPE(None, c_void_p, _LITERALS, c_size_t)),
        ("new_level", ctypes.CFUNCTYPE(None, c_void_p)),
        ("backtracked", ctypes.CFUNCTYPE(None, c_void_p, c_size_t)),
        ("propagate", ctypes.CFUNCTYPE(c_int32, c_void_p)),
        ("reason", ctypes.CFUNCTYPE(None, c_void_p, c_int32, c_void_p)),
        ("decide", ctypes.CFUNCTYPE(c_int32, c_void_p)),
        ("accepts", ctypes.CFUNCTYPE(c_int, c_void_p, _LITERALS, c_size_t)),
        ("clause", ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)),
    ]


def declare(name: str, result: Any, *arguments: Any) -> None:
    function = getattr(library, name)
    function.restype, function.argtypes = result, list(arguments)


declare("indubit_version", c_char_p)
declare("indubit_free", None, POINTER(Text))
declare("indubit_budget_new", c_void_p, c_double, c_uint64)
declare("indubit_cancel", None, c_void_p)
declare("indubit_budget_free", None, c_void_p)
declare(
    "indubit_verify", c_int, c_char_p, c_char_p, c_size_t, c_char_p, c_void_p, POINTER(Text), POINTER(Text)
)
declare("indubit_check", c_int, c_char_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p, POINTER(Text))
declare(
    "indubit_check_with",
    c_int,
    c_char_p,
    c_char_p,
    c_size_t,
    c_char_p,
    c_char_p,
    c_size_t,
    c_void_p,
    POINTER(Text),
)
declare("indubit_script_new", c_void_p, c_void_p)
declare("indubit_script_run", None, c_void_p, c_char_p, POINTER(Text))
declare("indubit_script_free", None, c_void_p)
declare("indubit_script_check", c_int, c_void_p)
declare("indubit_script_value", c_int, c_void_p, c_char_p, POINTER(Text))
declare("indubit_script_optimum", c_int, c_void_p, c_size_t, POINTER(c_double), POINTER(Text))
declare("indubit_script_models", c_int, c_void_p, c_char_p, POINTER(Text))
declare("indubit_script_next", c_int, c_void_p, POINTER(Text))
declare("indubit_script_end", None, c_void_p)
declare("indubit_sat_models", None, c_void_p, _LITERALS, c_size_t)
declare("indubit_sat_next", c_int, c_void_p)
declare("indubit_sat_connect", None, c_void_p, POINTER(Functions))
declare("indubit_sat_observe", None, c_void_p, c_int32)
declare("indubit_clause_add", None, c_void_p, c_int32)
declare("ipasir_init", c_void_p)
declare("ipasir_release", None, c_void_p)
declare("ipasir_add", None, c_void_p, c_int32)
declare("ipasir_assume", None, c_void_p, c_int32)
declare("ipasir_solve", c_int, c_void_p)
declare("ipasir_val", c_int32, c_void_p, c_int32)
declare("ipasir_failed", c_int, c_void_p, c_int32)
declare("ipasir_set_terminate", None, c_void_p, c_void_p, TERMINATE)


def take(text: Text) -> bytes:
    taken = ctypes.string_at(text.bytes, text.length) if text.bytes else b""
    library.indubit_free(byref(text))
    return taken


def version() -> str:
    """Name and version of the library."""
    text: bytes = library.indubit_version()
    return text.decode()


class Error(Exception):
    """A wrong option, or a file that cannot be read: the message has line and column."""


class Budget:
    """Limits of work, counted from now on. `cancel` may be called from another thread."""

    def __init__(self, seconds: float = 0, memory: int = 0) -> None:
        self._pointer = library.indubit_budget_new(seconds, memory)

    def cancel(self) -> None:
        """Ends all work on the budget soon."""
        library.indubit_cancel(self._pointer)

    def __del__(self) -> None:
        library.indubit_budget_free(self._pointer)
