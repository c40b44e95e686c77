"""Run a function of a program on arrays.

Results are printed, or compared with `--expected`, or written with `--output`. With `--grid` inputs, expected values and
results are those of the processes one after the other, (0, 0), (0, 1), ..., (1, 0), ...; as many inputs as one process takes
are given to all of them. What processes put out (outfeed) is printed after their results, or written as outfeedR_P_N_K: value K
of item N of process (R, P). With `--transport mpi` rank 0 has the results of all, unless they go to files of each rank:
rank:x.npz is x.3.npz in rank 3, and so it is for inputs.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hloom.cli.arguments import Given, leaf_names, listed, of_processes
from hloom.cli.comparing import add_tolerance_options, tolerance_of
from hloom.cli.compile import add_compile_options, compile_options
from hloom.cli.devices import on_whole_arrays
from hloom.cli.drawing import Drawing
from hloom.cli.files import OutputFile, add_function, load_one
from hloom.cli.inputs import add_input_options, infeed_of, inputs_of, stated, without_tokens
from hloom.cli.ranks import add_transport_options, file_of, is_of_rank, ranks_of
from hloom.cli.results import as_json, difference_as_json, print_json, write_arrays
from hloom.cli.saved import is_saved, opened
from hloom.cli.streams import complain
from hloom.cli.watching import Exposed, Watching, add_value_options, names_shown, watches
from hloom.debug.agreement import Compared, Moves, compare_all
from hloom.ir.core import Operation
from hloom.ir.types import TupleType, leaves, nested, tensor
from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import of_dtype
from hloom.numbers.portable import narrowed, portable
from hloom.ops.builtin.function import Function, signature
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.reference import probes
from hloom.reference.api import GridResults, evaluate, evaluate_grid
from hloom.reference.observe import NAN_CHECKS, Observer, Progress, Several, Trace
from hloom.reference.rounding import moves_by_rounding
from hloom.support.diagnostics import EvaluationError, InputError, UserError
from hloom.text.values import arrays_of, checked_time_limit, show

if TYPE_CHECKING:
    from hloom.debug.nan_told import NanOrigin
    from hloom.mpi.ranks import Ranks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE",
                        help="the program; - is standard input; or an executable that hloom compile -o or save() wrote")
    add_function(parser, "the function to run (default: main)", "main")
    add_input_options(parser)
    parser.add_argument("--inputs-from-run", action="store_true",
                        help="run @main on the given arguments first, on the evaluator, and then the function on those that it "
                             "was called with there")
    parser.add_argument("--call", type=int, metavar="N", help="with --inputs-from-run: on those of its Nth call (default: 1)")
    parser.add_argument("--save-inputs", metavar="FILE.npz", help="write the arguments, given or drawn, by their names")
    parser.add_argument("--engine", choices=("cpu", "reference"),
                        help="compiled code (the default), or the evaluator (the default where an option needs it)")
    parser.add_argument("--grid", type=_grid, metavar="RxP",
                        help="R replicas x P partitions, in parallel; on the evaluator, unless --engine cpu is given")
    add_transport_options(parser)
    parser.add_argument("--infeed", action="append", default=[], metavar="[R,P:]SPEC[;SPEC]...",
                        help="an item of the infeed queue of process (R, P), or of all processes; in order")
    parser.add_argument("--expected", action="append", default=[], metavar="SPEC",
                        help="a result, in order, or by its name in x.npz; the largest differences are printed, and the status "
                             "is 1 if one is beyond rounding")
    parser.add_argument("--output", metavar="FILE.npz",
                        help="write the results here instead of printing them; .npy for a single one. What NumPy's files have no "
                             "type for (bf16, the small floats, 4-bit integers) is written in a wider type, exactly")
    parser.add_argument("--json", action="store_true", help="print the results, or what was compared, as one JSON document")
    parser.add_argument("--reference-check", action="store_true",
                        help="run both engines on the same arguments (random ones unless given) and compare the results")
    parser.add_argument("--probe-output-dir", metavar="DIR",
                        help="write what interpreter.probe sees as probe1.npy, probe2.npy, ... and index.csv, which says which "
                             "probe each is of, and its type")
    parser.add_argument("--time", action="store_true", help="print how long each step took")
    add_tolerance_options(parser)
    add_compile_options(parser)
    add_value_options(parser)
    parser.add_argument("--skip-callbacks", action="store_true",
                        help="leave out calls back into the Python process that made the program (jax.debug.print), where they "
                             "give no results")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop a run that takes longer")
    watching = parser.add_argument_group("watching a run, on the evaluator")
    watching.add_argument("--nan-check", action="store_const", const="nan",
                          help="fail if an operation makes a NaN (=inf: an infinity; =all: either), and say which did first, "
                               "from what, and how it comes to the results; with --engine cpu in what compiled code computes")
    for kind in NAN_CHECKS:  # options of their own: an optional value would take the file's name for itself
        watching.add_argument(f"--nan-check={kind}", action="store_const", dest="nan_check", const=kind, help=argparse.SUPPRESS)
    watching.add_argument("--trace", metavar="FILE",
                          help="write a line of JSON for each operation: what, where, time, size; - is standard output")
    watching.add_argument("--step-limit", type=int, metavar="N", help="stop after N operations of a process")


def _grid(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 2x4: replicas, partitions")
    return int(match[1]), int(match[2])


def run(arguments: argparse.Namespace) -> int:
    clock = _Clock()
    if arguments.infeed and not arguments.grid:
        arguments.grid = (1, 1)  # queues belong to the processes of a grid
    ranks = ranks_of(arguments)
    engine, tolerance = _checked(arguments), tolerance_of(arguments)
    if is_saved(arguments.file):
        return _run_saved(arguments, clock, tolerance)
    whole, module, function = _loaded(arguments, clock)
    shown = names_shown(arguments, module.functions)
    replicas, partitions = arguments.grid or (1, 1)
    if ranks is not None:
        arguments.here = ranks.here(replicas * partitions)
        arguments.input, arguments.own_input = ([file_of(spec, ranks.rank) for spec in arguments.input if is_of_rank(spec) is own]
                                                for own in (False, True))
    if arguments.inputs_from_run:
        inputs = _inputs_from_run(whole, module, arguments)
    else:
        inputs = inputs_of(function, module.functions, arguments)
    names = of_processes(leaf_names(stated(signature(function).arguments)), replicas, partitions)
    named = dict(zip(names, leaves(tuple(inputs))))
    if arguments.save_inputs and (ranks is None or ranks.rank == 0):
        write_arrays(arguments.save_inputs, named)
    clock.lap("inputs")
    if arguments.reference_check:
        return _reference_check(module, inputs, arguments, tolerance)
    with ExitStack() as stack:
        watching = Watching(arguments, tolerance, named, stack, shown) if watches(arguments) else None
        if engine == "reference":
            found = _evaluate(module, inputs, arguments, watching, ranks)
            clock.lap("run")
        else:
            found = (_compile_grid(module, inputs, arguments, clock, ranks) if arguments.grid else
                     _compile(module, inputs, arguments, clock, watching))
        status, document = (0, {}) if watching is None else watching.finish(
            lambda observer: _evaluated(module, inputs, arguments, observer))
    moves = _moves(module, inputs, arguments)
    own = None if ranks is None else _of_ranks(found, arguments, ranks)
    if own is None or own.processes:
        status = max(status, _deliver(own or found, function, arguments, tolerance, moves, document))
    if arguments.time and (ranks is None or ranks.rank == 0):
        print(clock.text(), file=sys.stderr)
    return status


def _loaded(arguments: argparse.Namespace, clock: _Clock) -> tuple[Module, Module, Function]:
    """The program in the file, what of it runs, verified, and the function that was asked for."""
    whole = module = load_one(arguments.file)
    if arguments.constants is not None:
        from hloom.ir.constants_beside import bind

        bind(module, arguments.constants)
    clock.lap("parse")
    if module.is_hlo:
        module.verify()
        module = runnable(module, arguments.function)
    function = function_named(module, arguments.function)
    module.verify()  # before anything looks at operations
    module = module if arguments.grid else on_whole_arrays(module, arguments.function)
    clock.lap("verify")
    return whole, module, function


def _run_saved(arguments: argparse.Namespace, clock: _Clock, tolerance: Tolerance | None) -> int:
    """Runs an executable from a file."""
    executable, module = opened(arguments)
    function = function_named(module, arguments.function)
    clock.lap("load")
    inputs = inputs_of(function, module.functions, arguments)
    if arguments.save_inputs:
        write_arrays(arguments.save_inputs, dict(zip(leaf_names(stated(signature(function).arguments)), leaves(tuple(inputs)))))
    clock.lap("inputs")
    found = _Found(list(executable(*inputs)), [])
    clock.lap("run")
    if arguments.time:
        executable(*inputs)
        clock.lap("again")
    status = _deliver(found, function, arguments, tolerance, _moves(module, inputs, arguments), {})
    if arguments.time:
        print(clock.text(), file=sys.stderr)
    return status


def _checked(arguments: argparse.Namespace) -> str:
    """The engine that was asked for, or that the options need. Raises InputError for options that do not go together."""
    if arguments.reference_check:
        if arguments.grid or arguments.engine or arguments.expected or watches(arguments):
            raise InputError("--reference-check runs both engines, on one process, and compares their results; it takes no "
                             "--engine, no --grid, no --expected and no values of operations")
        arguments.random = arguments.random or Drawing(0)
    if arguments.skip_callbacks and arguments.grid:
        raise InputError("--skip-callbacks is for one process; it takes no --grid")
    if arguments.call is not None and not arguments.inputs_from_run:
        raise InputError("--call says which call --inputs-from-run is to look at")
    if arguments.inputs_from_run and arguments.grid:
        raise InputError("--inputs-from-run runs one process; it takes no --grid and no --infeed")
    if watches(arguments) and arguments.grid:
        raise InputError("--show, --values-out and --values-expected are for one process; they take no --grid and no --infeed")
    if (arguments.rtol, arguments.atol, arguments.ulp) != (None, None, None) and not (
            arguments.expected or arguments.reference_check or arguments.values_expected):
        raise InputError("--rtol, --atol and --ulp say how results are compared: with --expected, --values-expected or "
                         "--reference-check")
    on_evaluator = bool(arguments.trace or arguments.step_limit is not None or arguments.values_out or arguments.values_expected
                        or (arguments.grid and (arguments.nan_check or watches(arguments))))
    if arguments.engine == "cpu" and on_evaluator:
        raise InputError("--trace, --step-limit, --values-out and --values-expected, and of grids --nan-check and --show, need "
                         "--engine reference")
    engine = arguments.engine or ("reference" if on_evaluator or arguments.grid or arguments.nan_check or watches(arguments)
                                  else "cpu")
    if engine == "reference" and any(compile_options(arguments).values()):
        raise InputError("--threads, --deterministic and --excess-precision are for compiled code; the evaluator runs this")
    checked_time_limit(arguments.time_limit)
    return engine


def _reference_check(module: Module, inputs: list[Any], arguments: argparse.Namespace, tolerance: Tolerance | None) -> int:
    """Runs both engines on the same arguments; says how far their results are apart, and whether that is rounding."""
    from hloom.pipeline import compile

    with _probes(arguments):
        wanted = dict(arrays_of(_evaluated(module, inputs, arguments, None).results))
    executable = compile(module, arguments.function, skip_callbacks=arguments.skip_callbacks, **compile_options(arguments))
    found = arrays_of(executable(*inputs, time_limit=arguments.time_limit))
    compared = compare_all([(place, array, wanted[place]) for place, array in found], tolerance,
                           _moves(module, inputs, arguments, wanted))
    status = int(any(each.apart for each in compared))
    if arguments.json:
        print_json({"matches": not status, "results": [difference_as_json(each) for each in compared]})
    else:
        for each in compared:
            print(f"result {each.name}: {each}")
    return status


def _moves(module: Module, inputs: list[Any], arguments: argparse.Namespace, exact: Mapping[str, Any] | None = None) -> Moves:
    """How far rounding moves results, by their places, which takes a few runs; `exact` are the evaluator's, if known."""
    def run(observer: Observer | None) -> dict[str, Any]:
        return dict(arrays_of(_evaluated(module, inputs, arguments, observer).results))

    def moves(places: Sequence[str]) -> Mapping[str, Any]:
        try:
            base = run(None) if exact is None else exact
            return moves_by_rounding(run, {place: base[place] for place in places})
        except UserError as error:
            complain(f"note: the evaluator cannot say how far rounding may move these results: {error}")
            return {}

    return moves


@contextmanager
def _probes(arguments: argparse.Namespace) -> Iterator[list[dict[str, Any]]]:
    """What probes see is written meanwhile, or else printed, or given for --json. Where values are shown or written, those of
    probes are among them."""
    seen: list[dict[str, Any]] = []

    def tell(name: str, type: Any, value: np.ndarray) -> None:
        if arguments.json:
            seen.append({"probe": name, **as_json(value, type)})
        else:
            print(f"probe {name}: {show(value, type)}")

    if arguments.probe_output_dir:
        with probes.written_to(arguments.probe_output_dir, portable):
            yield seen
    elif watches(arguments):
        yield seen
    else:
        with probes.handed_to(tell):
            yield seen


class _Found(NamedTuple):
    """The results of all processes, one process after the other, the items that each has put out, and what probes saw."""

    results: list[Any]
    outfeed: list[list[tuple[Any, ...]]]
    #: What --json says of probes.
    probed: Sequence[dict[str, Any]] = ()
    #: The flat numbers of the processes.
    processes: Sequence[int] = (0,)


class _Clock:
    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self.last = perf_counter()

    def lap(self, name: str) -> None:
        now = perf_counter()
        self.laps[name] = now - self.last
        self.last = now

    def text(self) -> str:
        return "\n".join(f"{name:8} {seconds * 1e3:10.3f} ms" for name, seconds in self.laps.items())


def _inputs_from_run(whole: Module, module: Module, arguments: argparse.Namespace) -> list[Any]:
    """What the function is called with while @main runs on the arguments."""
    from hloom.reference.capture import called_with  # few runs need it

    given = argparse.Namespace(**{**vars(arguments), "function": "main"})
    call = 1 if arguments.call is None else arguments.call
    inputs = inputs_of(function_named(module, "main"), module.functions, given)
    arrays = called_with(whole, arguments.function, *inputs, call=call, step_limit=arguments.step_limit,
                         time_limit=arguments.time_limit)
    return nested(arrays, TupleType(function_named(module, arguments.function).function_type.inputs))


def _evaluate(module: Module, inputs: list[Any], arguments: argparse.Namespace, watching: Watching | None,
              ranks: Ranks | None = None) -> _Found:
    """The run that the options ask for, on the evaluator."""
    with ExitStack() as stack:
        observers: list[Observer] = [] if watching is None else [watching.observer]
        nan_watch = None
        if arguments.nan_check:
            from hloom.debug.nan_ways import Watch  # few runs look for NaN

            nan_watch = Watch(module, arguments.function, arguments.nan_check)
            observers.append(nan_watch.tracker)
        if arguments.trace:
            observers.append(Trace(stack.enter_context(OutputFile(arguments.trace))))
        if sys.stderr.isatty():
            progress = Progress(sys.stderr)
            stack.callback(progress.close)
            observers.append(progress)
        probed = stack.enter_context(_probes(arguments))
        try:
            found = _evaluated(module, inputs, arguments, Several(observers) if observers else None, ranks)
        except (UserError, KeyboardInterrupt):  # as when a loop waits for a number that never comes
            if nan_watch is not None:
                nan_watch.broken()
                _fail_for(nan_watch.origins, arguments)
            raise
        if nan_watch is not None:
            nan_watch.finish(None if arguments.grid else found.results)
            _fail_for(nan_watch.origins, arguments)
        return found._replace(probed=probed)


def _fail_for(origins: Sequence[NanOrigin], arguments: argparse.Namespace) -> None:
    """Raises EvaluationError where a NaN was found; --json has it as a document, too."""
    if origins:
        if arguments.json:
            print_json({"nan_origins": [origin.as_json() for origin in origins]})
        raise EvaluationError.of(*(origin.diagnostic for origin in origins))


def _evaluated(module: Module, inputs: list[Any], arguments: argparse.Namespace, observer: Observer | None,
               ranks: Ranks | None = None) -> _Found:
    """What the evaluator gives, within the limits that the options state."""
    limits: dict[str, Any] = {"observer": observer, "step_limit": arguments.step_limit, "time_limit": arguments.time_limit}
    if not arguments.grid:
        return _Found(list(evaluate(module, *inputs, function=arguments.function, skip_callbacks=arguments.skip_callbacks,
                                    **limits)), [])
    replicas, partitions = arguments.grid
    return _of_grid(evaluate_grid(module, _dealt(inputs, replicas, partitions), num_replicas=replicas, num_partitions=partitions,
                                  function=arguments.function, infeed=infeed_of(arguments.infeed, replicas, partitions),
                                  transport=ranks, **limits))


def _dealt(inputs: list[Any], replicas: int, partitions: int) -> list[list[list[Any]]]:
    """The arguments of each process, of one process behind the other."""
    count = len(inputs) // max(replicas * partitions, 1)
    own = [inputs[k * count : (k + 1) * count] for k in range(replicas * partitions)]
    return [own[r * partitions : (r + 1) * partitions] for r in range(replicas)]


def _of_grid(rows: GridResults) -> _Found:
    """What is there of a grid's results: of the processes of this rank, where there are several."""
    results = [process for row in rows for process in row]
    outfeed = [items for row in rows.outfeed for items in row]
    here = [k for k, process in enumerate(results) if process is not None]
    return _Found([value for k in here for value in results[k]], [outfeed[k] for k in here], processes=here)


def _of_ranks(found: _Found, arguments: argparse.Namespace, ranks: Ranks) -> _Found:
    """What this rank delivers: its own results where each has files, else rank 0 those of all, and the others nothing."""
    if any(map(is_of_rank, (arguments.output or "", *arguments.expected))):
        arguments.expected = [file_of(spec, ranks.rank) for spec in arguments.expected]
        arguments.output = arguments.output and file_of(arguments.output, ranks.rank)
        return found
    all_of_them = ranks.gather([found.results, found.outfeed])
    if all_of_them is None:
        return _Found([], [], processes=())
    return _Found([value for results, _ in all_of_them for value in results],
                  [list(items) for _, outfeed in all_of_them for items in outfeed],
                  processes=range(len(found.processes) * ranks.size))


def _compile_grid(module: Module, inputs: list[Any], arguments: argparse.Namespace, clock: _Clock,
                  ranks: Ranks | None) -> _Found:
    """The run of a grid's processes as machine code."""
    from hloom.pipeline import compile_grid

    replicas, partitions = arguments.grid
    grid = compile_grid(module, replicas, partitions, arguments.function, time_limit=arguments.time_limit, transport=ranks,
                        **compile_options(arguments))
    clock.lap("compile")
    dealt, infeed = _dealt(inputs, replicas, partitions), infeed_of(arguments.infeed, replicas, partitions)
    with _probes(arguments):
        found = _of_grid(grid(dealt, infeed=infeed))
    clock.lap("run")
    if arguments.time and (ranks is None or ranks.rank == 0):
        _say_fallbacks(len({name for kernels in grid.kernels.values() for name in kernels}), grid.fallbacks)
    return found


def _say_fallbacks(kernels: int, fallbacks: Sequence[Operation]) -> None:
    names = sorted({op.title for op in fallbacks})
    print(f"{kernels} kernels, fallbacks: {', '.join(names) or 'none'}", file=sys.stderr)


def _compile(module: Module, inputs: list[Any], arguments: argparse.Namespace, clock: _Clock, watching: Watching | None,
             ) -> _Found:
    from hloom.pipeline import compile

    options: dict[str, Any] = {"skip_callbacks": arguments.skip_callbacks, **compile_options(arguments)}
    program, function, taken, exposed = module, arguments.function, inputs, None
    if watching is not None:
        exposed = Exposed.of(module, arguments.function, watching.names)
        program, function, taken = exposed.module, "main", [inputs[k] for k in exposed.taken]
    executable = compile(program, function, time_limit=arguments.time_limit, **options)
    clock.lap("compile")
    with _probes(arguments) as probed:
        results = list(executable(*taken))
    clock.lap("run")
    if exposed is not None and watching is not None:
        results = exposed.split(results, watching)
    if arguments.time:
        executable(*taken)
        clock.lap("again")
        _say_fallbacks(len(executable.kernels), executable.fallbacks)
    if arguments.nan_check:
        from hloom.debug.engines import Cpu  # few runs look for NaN
        from hloom.debug.nan_search import origins

        engine = Cpu(time_limit=arguments.time_limit, **options)
        _fail_for(origins(module, inputs, arguments.nan_check, engine, arguments.function), arguments)
    return _Found(results, [], probed)


def _compared(results: list[Any], names: Sequence[str], arguments: argparse.Namespace, tolerance: Tolerance | None,
              moves: Moves) -> list[Compared]:
    """The results, called `names`, beside those that are expected."""
    arrays = list(arrays_of(results))
    known = {name: [k] for k, name in enumerate(names)}
    for k, (place, _) in enumerate(arrays):
        known.setdefault(f"result{place}", [k])
    given = Given(arguments.expected, known, "result")
    expected = given.placed(len(arrays))
    if expected is None or (not given.named and len(given.ordered) != len(arrays)):
        raise InputError(f"there are {len(arrays)} results, {len(given.ordered) + len(given.named)} are expected")
    missing = [name for name, array in zip(names, expected) if array is None]
    if missing:
        raise InputError(f"there are {len(arrays)} results; none is expected of {listed(missing)}")
    return compare_all([(place, a, narrowed(b, of_dtype(a.dtype))) for (place, a), b in zip(arrays, expected) if b is not None],
                       tolerance, moves)


def _result_names(results: list[Any], function: Function, processes: int) -> list[str]:
    """What the arrays among results are called in files: as the program calls them, of a grid by their numbers."""
    own = stated(signature(function).results)
    stems = [f"result{k}" if processes > 1 else own[k].name for k in range(len(results))]
    places = [place.partition(".") for place, _ in arrays_of(results)]
    return [f"{stems[int(number)]}{dot}{rest}" for number, dot, rest in places]


def _deliver(found: _Found, function: Function, arguments: argparse.Namespace, tolerance: Tolerance | None, moves: Moves,
             document: dict[str, Any]) -> int:
    """Writes, compares or prints what a run gave; `document` is what --json says besides. Returns the exit status."""
    results, (_, partitions) = [r for r in found.results if r is not None], arguments.grid or (1, 1)
    document = {**({"probes": found.probed} if found.probed else {}), **document}
    names = _result_names(results, function, len(found.processes))
    places = [divmod(k, partitions) for k in found.processes]
    put_out = {(*place, number, k): value for place, items in zip(places, found.outfeed)
               for number, item in enumerate(items) for k, value in enumerate(item)}
    if arguments.output:
        named = dict(zip(names, [array for _, array in arrays_of(results)]))
        named |= {f"result{k}": r for k, r in enumerate(results) if not isinstance(r, tuple | np.ndarray | np.generic)}
        named |= {f"outfeed{'_'.join(map(str, place))}": value for place, value in put_out.items()}
        write_arrays(arguments.output, named)
    if arguments.expected:
        compared = _compared(results, names, arguments, tolerance, moves)
        wrong = [each for each in compared if each.apart]
        if arguments.json:
            print_json({"matches": not wrong, "results": len(compared),
                        "differences": [difference_as_json(each) for each in wrong],
                        "compared": [difference_as_json(each) for each in compared], **document})
        else:
            text = "\n".join(f"result {each.name}: {each}" for each in compared)
            print(text if wrong else f"{text}\n{len(compared)} results as expected", file=sys.stderr if wrong else sys.stdout)
        return 1 if wrong else 0
    if arguments.output or arguments.values_out or arguments.values_expected:  # written or compared instead of printed
        if arguments.json and document:
            print_json(document)
        return 0
    types = without_tokens(function.function_type.outputs)
    if arguments.json:
        rows = [as_json(result, types[k % len(types)]) for k, result in enumerate(results)]
        for k, row in enumerate(rows if arguments.grid else ()):
            row["process"] = places[k // len(types)]
        queue = [{**as_json(value, tensor(value.shape, of_dtype(value.dtype))), "process": place[:2], "item": place[2]}
                 for place, value in put_out.items()]
        print_json({"results": rows, **({"outfeed": queue} if queue else {}), **document})
        return 0
    for number, result in enumerate(results):
        if arguments.grid and number % len(types) == 0:
            print(f"process {places[number // len(types)]}:")
        print(show(result, types[number % len(types)]))
    for (replica, partition, number, _), value in put_out.items():
        type = tensor(value.shape, of_dtype(value.dtype))
        print(f"outfeed of process {(replica, partition)}, item {number}:\n{show(value, type)}")
    return 0
