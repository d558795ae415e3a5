// Runs npm and makes its messages suitable for display.
import { spawnSync } from "node:child_process"

const MAX_REASON_LINES = 20
const MAX_OUTPUT_BYTES = 1 << 26

/** Returns the command that starts npm: the npm that started this process, or else the one on the PATH. */
export function npmCommand(args) {
  const program = process.env.npm_execpath
  return program?.endsWith(".js")
    ? { command: process.execPath, args: [program, ...args], shell: false }
    : { command: "npm", args, shell: process.platform === "win32" }
}

/** Runs npm in a folder and waits until it exits. */
export function npm(parameters, folder) {
  const { command, args, shell } = npmCommand(parameters)
  const stdio = ["ignore", "pipe", "pipe"]
  return spawnSync(command, args, { cwd: folder, encoding: "utf8", stdio, shell, maxBuffer: MAX_OUTPUT_BYTES })
}

/** Hides the addresses in npm's messages, because the registry depends on the machine. */
function withoutHosts(text) {
  return text.replaceAll(/\b[a-z+]+:\/\/[^\s/"')]+/gi, "(address)")
}

/** Returns the first lines of npm's output; the rest is usually its manual. */
export function reasonOf({ stdout, stderr, error }) {
  const lines = `${stdout ?? ""}${stderr ?? ""}${error ?? ""}`
    .split("\n")
    .filter((line) => line.replace("npm error", "").trim() !== "")
  return withoutHosts(lines.slice(0, MAX_REASON_LINES).join("\n"))
}
