# This file is the tool-info module of yogi for BenchExec (https://github.com/sosy-lab/benchexec).
#
# SPDX-License-Identifier: Apache-2.0

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import get_data_model_from_task, ILP32, LP64


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for yogi: checks C programs with tests and proofs."""

    REQUIRED_PATHS = ["bin"]

    def name(self):
        return "yogi"

    def executable(self, tool_locator):
        return tool_locator.find_executable("yogi", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, arg="version", line_prefix="yogi ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check"] + list(options)
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        if task.property_file:
            command += ["--property", task.property_file]
        limit = rlimits.walltime or rlimits.cputime
        if limit and "--timeout" not in options:
            # Time enough to say why there is no answer.
            command += ["--timeout", f"{max(limit - 10, limit // 2)}s"]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", f"{rlimits.memory * 9 // 10}B"]
        if "--witness" not in options:
            command += ["--witness", "witness.yml"]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        """The verdict is the last line of the output: TRUE, FALSE(property) or UNKNOWN(reason)."""
        for line in reversed([text.strip() for text in run.output]):
            if line == "TRUE":
                return result.RESULT_TRUE_PROP
            if line.startswith("FALSE(") and line.endswith(")"):
                prop = line[len("FALSE(") : -1]
                if prop == "unreach-call":
                    return result.RESULT_FALSE_REACH
                return f"{result.RESULT_FALSE_PROP}({prop})"
            if line.startswith("UNKNOWN(") and line.endswith(")"):
                reason = line[len("UNKNOWN(") : -1]
                if reason == "timeout":
                    return "TIMEOUT"
                if reason == "memory":
                    return "OUT OF MEMORY"
                if reason in ("internal", "evidence-rejected"):
                    return f"{result.RESULT_ERROR} ({reason})"
                return f"{result.RESULT_UNKNOWN} ({reason})"
        if run.was_timeout:
            return "TIMEOUT"
        if run.exit_code.value == 2:
            return f"{result.RESULT_ERROR} (input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """Values of --stats, such as "iterations" or "solver queries"."""
        for line in output:
            text = line.strip()
            if text.startswith(identifier + " "):
                return text[len(identifier) :].strip()
        return None
