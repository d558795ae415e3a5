// Prepares a clone for running or development: checks the machine, installs the locked packages, and builds what has
// changed. Plain Node without dependencies, because it runs before anything is installed.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildDashboard, hasDashboard } from "./build-dashboard.mjs"
import { hasParts, makeParts } from "./built-parts.mjs"
import { installPackages, isInstalled, markInstalled } from "./install-packages.mjs"
import { runProgram } from "./locked-packages.mjs"
import { hasSample, makeSample } from "./sample.mjs"

/** The root of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const MIN_NODE = [20, 19]
/** The packages that make up the program, in the order of their dependencies. */
const COMPILED = ["contract", "client", "parsers", "engine", "cli", "server"]

/** Prints progress to standard error; standard output is reserved for the program. */
function say(message) {
  process.stderr.write(`lectern: ${message}\n`)
}

/** Ends the process with a message that says what is wrong and what to do. */
function giveUp(message) {
  say(message)
  process.exit(1)
}

/** Runs a step and prints how long it took. */
async function timed(done, step) {
  const startedMs = Date.now()
  await step()
  say(`${done} in ${Math.max(1, Math.round((Date.now() - startedMs) / 1000))} s`)
}

/** Runs steps, and ends the process if one fails; its message says what to do. */
async function orGiveUp(steps) {
  try {
    await steps()
  } catch (error) {
    giveUp(error.message)
  }
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

async function install(isForDevelopment) {
  if (isInstalled(isForDevelopment, root)) return markInstalled(root)
  await timed("installed", () => installPackages({ isForDevelopment, folder: root, say }))
}

/** Runs a tool from the installed packages. @throws {Error} with its output if it fails. */
function runTool({ tool, args, folder, failure }) {
  try {
    runProgram([join(root, "node_modules", ...tool), ...args], { cwd: folder })
  } catch (error) {
    throw new Error(`${failure}:\n${error.message}`, { cause: error })
  }
}

/** Checks the types of each package and compiles it, for tests and scripts that import its files. */
function compile() {
  runTool({
    tool: ["typescript", "bin", "tsc"],
    args: ["-b", ...COMPILED.map((name) => join("packages", name))],
    folder: root,
    failure: "the code does not compile",
  })
}

/** Bundles the program from its sources. */
function bundle() {
  runTool({
    tool: ["rolldown", "bin", "cli.mjs"],
    args: ["-c", "rolldown.config.ts", "--logLevel", "warn"],
    folder: join(root, "packages", "server"),
    failure: "cannot bundle the program",
  })
}

/** Builds the parts of the program that have changed. */
export async function build() {
  if (!isBundled()) {
    say("building the program")
    await timed("built", bundle)
  }
  if (!hasDashboard()) {
    say("building the dashboard")
    await timed("built", buildDashboard)
  }
  if (!hasParts()) await timed("made", () => makeParts(say))
  if (!hasSample()) {
    say("indexing Lectern's documentation")
    await timed("indexed", makeSample)
  }
}

/** Returns true if the bundle is newer than everything that it is built from. */
function isBundled() {
  const program = join(root, "packages", "server", "dist", "program", "main.js")
  if (!existsSync(program)) return false
  const bundledAt = statSync(program).mtimeMs
  const settings = ["package-lock.json", "packages/server/package.json", "packages/server/rolldown.config.ts"]
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
 * Prepares the clone for running: installs what the build and the program need, and bundles the program. Ends the
 * process if a step fails.
 */
export async function prepareToRun() {
  checkMachine()
  await orGiveUp(async () => {
    await install(false)
    await build()
  })
}

/**
 * Prepares the clone for tests and other development: installs everything, checks types, compiles and bundles. Ends the
 * process if a step fails.
 */
export async function prepare({ isOnlyInstalling = false } = {}) {
  checkMachine()
  await orGiveUp(async () => {
    await install(true)
    if (isOnlyInstalling) return
    say("checking types and compiling")
    await timed("compiled", compile)
    await build()
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--to-run")) await prepareToRun()
  else await prepare({ isOnlyInstalling: process.argv.includes("--install-only") })
}
