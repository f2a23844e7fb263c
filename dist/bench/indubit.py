"""BenchExec tool info for indubit: C programs by the rules of SV-COMP, Horn clauses, hardware models, scripts, formulas.

Task definitions choose the command: a property file and a data model for C programs; other files are told by content.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """Verdicts are the first line of the output; the exit codes are 10 unsafe, 20 safe, 30 unknown, 1 to 3 errors."""

    REQUIRED_PATHS = ["indubit"]

    def name(self):
        return "indubit"

    def project_url(self):
        return ""

    def executable(self, tool_locator):
        return tool_locator.find_executable("indubit")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="indubit")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, *options]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = get_data_model_from_task(task, {ILP32: "32", LP64: "64"})
        if data_model:
            command += ["--arch", data_model]
        if rlimits.cputime:
            # A verdict unknown is better than a kill; threads share the time.
            command += ["--timeout", f"{max(1, int(rlimits.cputime * 0.97))}s"]
        if rlimits.memory:
            command += ["--memory", f"{int(rlimits.memory * 0.8 / 1_000_000)}M"]
        return command + [task.single_input_file]

    def determine_result(self, run):
        words = {
            "safe": result.RESULT_TRUE_PROP,
            "unsafe": result.RESULT_FALSE_PROP,
            "unknown": result.RESULT_UNKNOWN,
            "sat": result.RESULT_TRUE_PROP,
            "unsat": result.RESULT_FALSE_PROP,
            "s SATISFIABLE": result.RESULT_TRUE_PROP,
            "s UNSATISFIABLE": result.RESULT_FALSE_PROP,
            "s UNKNOWN": result.RESULT_UNKNOWN,
        }
        if run.exit_code.value == 3:
            return "EVIDENCE FAILED"
        if run.exit_code.value == 2:
            return result.RESULT_ERROR + " (input)"
        if run.exit_code.value == 1:
            return result.RESULT_ERROR + " (usage)"
        limits = ["time limit reached", "memory limit reached"]
        for line in run.output:
            if line in words:
                verdict = words[line]
                if verdict == result.RESULT_UNKNOWN:
                    found = [limit for limit in limits if any(limit in other for other in run.output)]
                    return f"{verdict} ({found[0]})" if found else verdict
                return verdict
        return result.RESULT_ERROR
