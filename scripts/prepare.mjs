// Makes a fresh clone ready to run: checks the machine, installs the locked packages once, compiles what has changed.
// Plain Node without any dependency, because it runs before there is one.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compileKernels } from "./compile-kernels.mjs"
import { copyGrammars } from "./copy-grammars.mjs"

/** The root of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const NODE_FLOOR = [20, 19]
const MAX_REASON_LINES = 20
/** Packages that the program is made of, in the order in which they depend on each other. */
const COMPILED = ["contract", "client", "parsers", "engine", "cli", "server"]
/** Holds the ABI of the Node that the native packages were installed for. */
const abiStamp = join(root, "node_modules", ".lectern-node-abi")

/** Ends the process with one line that says what is wrong and what to do. */
function giveUp(message) {
  process.stderr.write(`lectern: ${message}\n`)
  process.exit(1)
}

/** Says progress on standard error, so that standard output stays the program's own. */
function say(message) {
  process.stderr.write(`lectern: ${message}\n`)
}

/** Hides the addresses that npm quotes in its messages: where packages come from is a matter of the machine. */
function withoutHosts(text) {
  return text.replaceAll(/\b[a-z+]+:\/\/[^\s/"')]+/gi, "(address)")
}

function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major < NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor < NODE_FLOOR[1])) {
    giveUp(
      `Node ${NODE_FLOOR.join(".")} or newer is needed, this is ${process.versions.node}; install a newer one from nodejs.org`,
    )
  }
  if (spawnSync("git", ["--version"], { stdio: "ignore" }).status !== 0) {
    giveUp("git is needed to read repositories and is not on the PATH; install git and start again")
  }
}

/** Runs npm whichever way this process was started. */
function npm(...args) {
  const cli = process.env.npm_execpath
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 26 }
  return cli?.endsWith(".js")
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
}

/** The beginning of what npm said: what follows the first lines is its manual. */
function reasonOf({ stdout, stderr, error }) {
  const lines = `${stdout ?? ""}${stderr ?? ""}${error ?? ""}`
    .split("\n")
    .filter((line) => line.replace("npm error", "").trim() !== "")
  return lines.slice(0, MAX_REASON_LINES).join("\n")
}

const readPackages = (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {}

/** Compares what npm recorded as installed with the lockfile; packages for other platforms may be absent. */
function isInstalled() {
  const recorded = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(recorded)) return false
  if (existsSync(abiStamp) && readFileSync(abiStamp, "utf8") !== process.versions.modules) return false
  const installed = readPackages(recorded)
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, locked]) =>
      !path.startsWith("node_modules/") ||
      locked.optional ||
      (installed[path] !== undefined && installed[path].version === locked.version),
  )
}

function install() {
  if (!isInstalled()) {
    say("installing packages (first start, or the lockfile changed)")
    const result = npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    if (result.status !== 0) {
      process.stderr.write(`${withoutHosts(reasonOf(result))}\n`)
      giveUp("installing the packages failed; the lines above are npm's")
    }
  }
  mkdirSync(dirname(abiStamp), { recursive: true })
  writeFileSync(abiStamp, process.versions.modules)
}

/** Runs a tool of the installed packages; what it says is shown when it fails. */
function runTool({ tool, args, folder, failure }) {
  const program = join(root, "node_modules", ...tool)
  const result = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: "utf8" })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`)
  giveUp(failure)
}

function build() {
  runTool({
    tool: ["typescript", "bin", "tsc"],
    args: ["-b", ...COMPILED.map((name) => join("packages", name))],
    folder: root,
    failure: "compiling failed; the lines above are the compiler's",
  })
  if (!isBundled()) {
    runTool({
      tool: ["tsdown", "dist", "run.mjs"],
      args: [],
      folder: join(root, "packages", "server"),
      failure: "bundling failed; the lines above are the bundler's",
    })
  }
  copyGrammars()
  try {
    compileKernels()
  } catch (error) {
    giveUp(error.message)
  }
}

/** Compares the bundle with what the compiler has last written. */
function isBundled() {
  const bundle = join(root, "packages", "server", "dist", "program", "main.js")
  const compiled = COMPILED.map((name) => join(root, "packages", name, "dist", ".tsbuildinfo"))
  const settings = join(root, "packages", "server", "tsdown.config.ts")
  if (!existsSync(bundle)) return false
  const bundledAt = statSync(bundle).mtimeMs
  return [...compiled, settings].every((path) => statSync(path).mtimeMs <= bundledAt)
}

/** Checks the machine, installs when the lockfile asks for it, and compiles what has changed. Ends the process when one of them fails. */
export function prepare({ compile = true } = {}) {
  checkMachine()
  install()
  if (compile) build()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  prepare({ compile: !process.argv.includes("--install-only") })
}
