// Runs a Node program in place of this one: same terminal and environment, with signals and exit code passed on.
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { root } from "./prepare.mjs"

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"]
/** npm sends signals to the shell that started this process; the shell exits without passing them on, and the parent process changes. */
const PARENT_CHECK_MS = 500

/**
 * Runs `node <args>` in the root of the project, and exits with its exit code.
 *
 * @param {string[]} args program and its arguments.
 */
export function runNode(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
  for (const signal of PASSED_ON) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole process group; a second one would stop the child without a graceful shutdown.
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
