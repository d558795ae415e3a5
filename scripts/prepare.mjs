// Makes a clone ready to run or to develop: checks the machine, installs the locked packages, builds what has changed.
// Plain Node without any dependency, because it runs before anything is installed.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compileKernels } from "./compile-kernels.mjs"
import { copyGrammars } from "./copy-grammars.mjs"

/** The root of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const MIN_NODE = [20, 19]
const MAX_REASON_LINES = 20
/** Packages that the program consists of, in the order of their dependencies. */
const COMPILED = ["contract", "client", "parsers", "engine", "cli", "server"]
/** Contains the ABI version of the Node that the native packages were installed for. */
const abiStamp = join(root, "node_modules", ".lectern-node-abi")

/** Ends the process with one line that says what is wrong and what to do. */
function giveUp(message) {
  process.stderr.write(`lectern: ${message}\n`)
  process.exit(1)
}

/** Prints progress to standard error; standard output is reserved for the program. */
function say(message) {
  process.stderr.write(`lectern: ${message}\n`)
}

/** Runs a step and prints how long it took. */
function timed(doing, done, step) {
  say(doing)
  const startedMs = Date.now()
  step()
  say(`${done} in ${Math.round((Date.now() - startedMs) / 1000)} s`)
}

/** Hides the addresses in npm's messages: where packages come from depends on the machine. */
function withoutHosts(text) {
  return text.replaceAll(/\b[a-z+]+:\/\/[^\s/"')]+/gi, "(address)")
}

function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    giveUp(
      `Lectern requires Node ${MIN_NODE.join(".")} or newer, this is ${process.versions.node}: install a newer one from nodejs.org`,
    )
  }
  if (spawnSync("git", ["--version"], { stdio: "ignore" }).status !== 0) {
    giveUp("git is not on the PATH, and Lectern needs it to read repositories: install git and start again")
  }
}

/** Runs the npm that started this process, else the one on the PATH. */
function npm(...args) {
  const cli = process.env.npm_execpath
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 26 }
  return cli?.endsWith(".js")
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
}

/** The first lines of npm's output; the rest is usually its manual. */
function reasonOf({ stdout, stderr, error }) {
  const lines = `${stdout ?? ""}${stderr ?? ""}${error ?? ""}`
    .split("\n")
    .filter((line) => line.replace("npm error", "").trim() !== "")
  return lines.slice(0, MAX_REASON_LINES).join("\n")
}

const readPackages = (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {}

/**
 * Compares what npm recorded as installed with the lockfile. npm writes its record last, so an interrupted installation
 * has none. Packages for other platforms may be absent, and for running also everything that only development needs.
 *
 * @param {boolean} isForDevelopment true: also tools for tests, linting and evaluation.
 */
export function isInstalled(isForDevelopment, folder = root) {
  const recorded = join(folder, "node_modules", ".package-lock.json")
  if (!existsSync(recorded)) return false
  const stamp = join(folder, "node_modules", ".lectern-node-abi")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") !== process.versions.modules) return false
  const installed = readPackages(recorded)
  return Object.entries(readPackages(join(folder, "package-lock.json"))).every(
    ([path, locked]) =>
      !path.startsWith("node_modules/") ||
      locked.optional ||
      (!isForDevelopment && (locked.dev || locked.devOptional)) ||
      (installed[path] !== undefined && installed[path].version === locked.version),
  )
}

function install(isForDevelopment) {
  if (!isInstalled(isForDevelopment)) {
    const what = isForDevelopment ? "packages for development and tests" : "packages"
    timed(`installing ${what} (first run, or the lockfile has changed); this can take minutes`, "installed", () => {
      const set = isForDevelopment ? "--include=dev" : "--omit=dev"
      const result = npm("ci", set, "--no-audit", "--no-fund", "--loglevel=error")
      if (result.status === 0) return
      process.stderr.write(`${withoutHosts(reasonOf(result))}\n`)
      giveUp("cannot install the packages: see npm's messages above")
    })
  }
  mkdirSync(dirname(abiStamp), { recursive: true })
  writeFileSync(abiStamp, process.versions.modules)
}

/** Runs a tool of the installed packages; its output is shown if it fails. */
function runTool({ tool, args, folder, failure }) {
  const program = join(root, "node_modules", ...tool)
  const result = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: "utf8" })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`)
  giveUp(failure)
}

/** Checks the types and compiles each package, for tests and scripts that import its files. */
function compile() {
  runTool({
    tool: ["typescript", "bin", "tsc"],
    args: ["-b", ...COMPILED.map((name) => join("packages", name))],
    folder: root,
    failure: "compilation failed: see the compiler's messages above",
  })
}

/** Bundles the program from its sources. */
function bundle() {
  if (!isBundled()) {
    timed("building", "built", () =>
      runTool({
        tool: ["tsdown", "dist", "run.mjs"],
        args: [],
        folder: join(root, "packages", "server"),
        failure: "bundling failed: see the bundler's messages above",
      }),
    )
  }
  copyGrammars()
  try {
    compileKernels()
  } catch (error) {
    giveUp(error.message)
  }
}

/** Compares the bundle with everything that it is made from. */
function isBundled() {
  const program = join(root, "packages", "server", "dist", "program", "main.js")
  if (!existsSync(program)) return false
  const bundledAt = statSync(program).mtimeMs
  const settings = ["package-lock.json", "packages/server/package.json", "packages/server/tsdown.config.ts"]
  return [...settings.map((path) => join(root, path)), ...COMPILED.flatMap(sourcesOf)].every(
    (path) => statSync(path).mtimeMs <= bundledAt,
  )
}

function sourcesOf(name) {
  const folder = join(root, "packages", name, "src")
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(".ts") && !/\.test(ing)?\.ts$/.test(path))
    .map((path) => join(folder, path))
}

/**
 * Makes the clone ready to run: installs what the build and the program need, and bundles the program. Ends the process
 * if a step fails.
 */
export function prepareToRun() {
  checkMachine()
  install(false)
  bundle()
}

/**
 * Makes the clone ready for tests and other development: installs everything, checks types, compiles and bundles. Ends
 * the process if a step fails.
 */
export function prepare({ isOnlyInstalling = false } = {}) {
  checkMachine()
  install(true)
  if (isOnlyInstalling) return
  compile()
  bundle()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  prepare({ isOnlyInstalling: process.argv.includes("--install-only") })
}
