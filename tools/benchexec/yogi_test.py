"""Tests of the tool-info module with stand-ins for the parts of BenchExec that it uses, which need not be installed."""

import os
import subprocess
import sys
import tempfile
import types
import unittest


def install_stand_ins():
    def module(name, **members):
        made = types.ModuleType(name)
        made.__dict__.update(members)
        sys.modules[name] = made
        return made

    class BaseTool2:
        def _version_from_tool(self, executable, arg="--version", line_prefix=None):
            output = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout
            return output.splitlines()[0].strip()[len(line_prefix or "") :]

    root = module("benchexec")
    root.result = module(
        "benchexec.result",
        RESULT_TRUE_PROP="true", RESULT_FALSE_PROP="false", RESULT_FALSE_REACH="false(unreach-call)",
        RESULT_UNKNOWN="unknown", RESULT_ERROR="ERROR",
    )
    root.tools = module("benchexec.tools")
    root.tools.template = module("benchexec.tools.template", BaseTool2=BaseTool2)
    module(
        "benchexec.tools.sv_benchmarks_util",
        ILP32="ILP32", LP64="LP64",
        get_data_model_from_task=lambda task, params: params.get((task.options or {}).get("data_model")),
    )


try:
    import benchexec.tools.template  # noqa: F401
except ImportError:
    install_stand_ins()
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import yogi  # noqa: E402


def bag(**members):
    return types.SimpleNamespace(**members)


def task(*files, prop=None, options=None):
    return bag(input_files_or_identifier=list(files), input_files=list(files), property_file=prop, options=options)


def run(*lines, status=0, was_timeout=False):
    return bag(output=list(lines), exit_code=bag(value=status, signal=None), was_timeout=was_timeout)


NO_LIMITS = bag(cputime=None, walltime=None, memory=None)


class CommandLine(unittest.TestCase):
    def test_flags(self):
        got = yogi.Tool().cmdline(
            "yogi", ["--strict"], task("a.c", "b.c", prop="u.prp", options={"language": "C", "data_model": "ILP32"}),
            bag(cputime=900, walltime=None, memory=1000),
        )
        self.assertEqual(
            got,
            "yogi check --strict --data-model ILP32 --property u.prp --timeout 890s --memory 900B --witness witness.yml a.c b.c".split(),
        )

    def test_options_go_before(self):
        options = ["--data-model", "LP64", "--timeout", "5s", "--memory", "1GB", "--witness", "w.yml"]
        got = yogi.Tool().cmdline("yogi", options, task("a.c", options={"language": "C", "data_model": "ILP32"}), bag(cputime=9, walltime=9, memory=9))
        self.assertEqual(got, ["yogi", "check"] + options + ["a.c"])

    @unittest.skipUnless(os.environ.get("YOGI"), "YOGI does not name the program")
    def test_runs(self):
        tool, program = yogi.Tool(), os.environ["YOGI"]
        self.assertRegex(tool.version(program), r"^[0-9]+\.[0-9]+")
        with tempfile.TemporaryDirectory() as folder:
            prop, file = os.path.join(folder, "u.prp"), os.path.join(folder, "a.c")
            with open(prop, "w") as out:
                out.write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
            for body, want in ("reach_error();", "false(unreach-call)"), ("return 0;", "true"):
                with open(file, "w") as out:
                    out.write("extern void reach_error(void); int main(void) { " + body + " }\n")
                done = subprocess.run(
                    tool.cmdline(program, [], task(file, prop=prop, options={"language": "C", "data_model": "LP64"}), NO_LIMITS),
                    capture_output=True, text=True, cwd=folder, check=False,
                )
                self.assertEqual(tool.determine_result(run(*done.stdout.splitlines(), status=done.returncode)), want, done.stderr)
            self.assertTrue(os.path.exists(os.path.join(folder, "witness.yml")))


class Result(unittest.TestCase):
    def test_verdicts(self):
        for lines, want in (
            (["assumed: x", "TRUE", ""], "true"),
            (["FALSE(unreach-call)"], "false(unreach-call)"),
            (["FALSE(valid-deref)"], "false(valid-deref)"),
            (["UNKNOWN(unsupported)"], "unknown (unsupported)"),
            (["UNKNOWN(timeout)"], "TIMEOUT"),
            (["UNKNOWN(internal)"], "ERROR (internal)"),
            (["TRUE is what a line may say"], "ERROR"),
        ):
            self.assertEqual(yogi.Tool().determine_result(run(*lines)), want)
        self.assertEqual(yogi.Tool().determine_result(run(was_timeout=True, status=None)), "TIMEOUT")
        self.assertEqual(yogi.Tool().determine_result(run(status=2)), "ERROR (input)")

    def test_values(self):
        self.assertEqual(yogi.Tool().get_value_from_output(["iterations      84", "solver queries  4974"], "solver queries"), "4974")


if __name__ == "__main__":
    unittest.main()
