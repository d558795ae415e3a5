// Runs a Node program as if it were this one: same terminal, same environment, signals and exit code passed on.
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { root } from "./prepare.mjs"

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"]
/** npm hands a signal to the shell between us and itself, which dies without telling: then we have another parent. */
const PARENT_CHECK_MS = 500

/**
 * Runs `node <args>` in the root of the project and ends this process the way that one ends.
 *
 * @param {string[]} args program and its arguments.
 */
export function runNode(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
  for (const signal of PASSED_ON) {
    process.on(signal, () => {
      // A terminal gives Ctrl-C to the whole group: the child has it already and would take a second one for impatience.
      if (signal === "SIGINT" && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM")
  }, PARENT_CHECK_MS).unref()
  child.on("error", (error) => {
    process.stderr.write(`lectern: ${error.message}\n`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
