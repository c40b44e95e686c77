"""What JAX has to know before hloom is one of its platforms, done to JAX itself. Each step by itself: one that JAX no longer
allows takes neither the others nor `import jax` along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hloom.bridges.pjrt import caches, callbacks, handlers, jax_internals

#: The name under which the plugin is registered, which JAX_PLATFORMS chooses.
REGISTERED: Final = "hloom"
#: Of the rules that JAX has for processors, those that only say what XLA's own does not know.
_NOT_OURS: Final = frozenset({"dot_general"})


def prepare(platform: str = "cpu") -> None:
    """Makes JAX treat a platform that calls itself `platform` as it treats processors. May be called again; never raises, but
    says what does not work (`hloom.jax` of Python's logging, `jax_internals.lost`)."""
    for key, step in _STEPS.items():
        try:
            step(platform)
        except Exception as error:  # whatever a JAX that nobody has tried does
            jax_internals.lose(key, f"{type(error).__name__}: {error}")


def is_ours(backend: Any) -> bool:
    """Whether a client of JAX is that of this plugin, whatever it calls its platform."""
    return any(line.startswith("hloom") for line in str(getattr(backend, "platform_version", "")).splitlines())


def _not_experimental(platform: str) -> None:
    known = jax_internals.find("experimental")
    if known is not None:
        known.add(REGISTERED)


def _donate(platform: str) -> None:
    platforms = jax_internals.find("donation")
    if platforms is not None and platform not in platforms:
        platforms.append(platform)


def _add_cpu(platform: str) -> None:
    """Callbacks put their arguments on a device of cpu: where hloom alone was asked for, there would be none."""
    config = jax_internals.find("platforms")
    wanted = getattr(config, "value", None) if config is not None else None
    if wanted == REGISTERED:
        import jax

        jax.config.update("jax_platforms", f"{REGISTERED},cpu")


class _Shared(dict[Any, Any]):
    """The rules for processors: what is added to them later is added to those of another platform, too."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.others: dict[str, Any] = {}

    def __setitem__(self, primitive: Any, rule: Any) -> None:
        super().__setitem__(primitive, rule)
        for rules in self.others.values():
            _copy(primitive, rule, rules)


def _copy(primitive: Any, rule: Any, rules: Any) -> None:
    if str(primitive) not in _NOT_OURS:
        rules.setdefault(primitive, rule)


def _share_rules(platform: str) -> None:
    every = jax_internals.find("rules") if platform != "cpu" else None
    if every is None:
        return
    shared = every["cpu"]
    if not isinstance(shared, _Shared):
        shared = every["cpu"] = _Shared(shared)
    if platform not in shared.others:
        shared.others[platform] = every[platform]
        for primitive, rule in shared.items():
            _copy(primitive, rule, every[platform])


class _AsProcessor:
    """A client that calls itself a processor."""

    platform = "cpu"

    def __init__(self, client: Any) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)


def _keep_programs(platform: str) -> None:
    """JAX keeps compiled programs of platforms that it has on a list inside a function."""
    used = jax_internals.find("compilation cache") if platform != "cpu" else None
    if used is None or hasattr(used, "_of_hloom"):
        return

    def is_cache_used(backend: Any) -> Any:
        return used(_AsProcessor(backend) if is_ours(backend) else backend)

    is_cache_used._of_hloom = True  # type: ignore[attr-defined]
    jax_internals.replace("compilation cache", is_cache_used)


def _clear_with_jax(platform: str) -> None:
    """`jax.clear_caches()` gives back what hloom keeps, too."""
    register = jax_internals.find("caches")
    if register is not None:
        register(caches.KEPT, "what hloom keeps")


#: By the entry of the table that each needs.
_STEPS: Final[dict[str, Callable[[str], None]]] = {
    "experimental": _not_experimental,
    "donation": _donate,
    "rules": _share_rules,
    "callbacks": lambda platform: callbacks.install(is_ours),
    "caches": _clear_with_jax,
    "compilation cache": _keep_programs,
    "handlers": handlers.install,
    "platforms": _add_cpu,
}
