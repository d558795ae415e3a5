// Installs the locked packages with npm and shows the progress.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { npmCommand, reasonOf } from "./run-npm.mjs"

/** Intervals of progress on a terminal and in a log; a log gets fewer lines after the first minute. */
const TERMINAL_MS = 500
const LOG_MS = 10_000
const LATER_LOG_MS = 60_000

/**
 * Options for compiling better-sqlite3 on machines that have no prebuilt binary. Its own `-O3` takes 104 s on one slow core instead of 52 s, and
 * neither building an index nor answering a question is faster with it.
 */
const QUICK_TO_COMPILE = "-O1"

const readPackages = (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {}

/** File with the ABI version of the Node that the native packages were installed for. */
const stampIn = (folder) => join(folder, "node_modules", ".lectern-node-abi")

/**
 * Lists packages of the lockfile that running, and optionally developing, requires on every platform, by their paths.
 *
 * @param {boolean} isForDevelopment true to include tools for tests, linting and evaluation.
 */
function requiredPackages(isForDevelopment, folder) {
  return Object.entries(readPackages(join(folder, "package-lock.json"))).filter(
    ([path, locked]) =>
      path.startsWith("node_modules/") && !locked.optional && (isForDevelopment || !(locked.dev || locked.devOptional)),
  )
}

/**
 * Compares the installed packages, as recorded by npm, with the lockfile. npm writes its record last, so an interrupted
 * installation has none. Packages for other platforms may be missing, and for running also everything that only
 * development needs.
 */
export function isInstalled(isForDevelopment, folder) {
  const recorded = join(folder, "node_modules", ".package-lock.json")
  if (!existsSync(recorded)) return false
  const stamp = stampIn(folder)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") !== process.versions.modules) return false
  const installed = readPackages(recorded)
  return requiredPackages(isForDevelopment, folder).every(
    ([path, locked]) => installed[path] !== undefined && installed[path].version === locked.version,
  )
}

/**
 * Installs the packages of the lockfile.
 *
 * @param {object} options
 * @param {boolean} options.isForDevelopment
 * @param {string} options.folder the root of the project.
 * @param {(message: string) => void} options.say prints a line.
 * @throws {Error} with npm's messages, and advice if the cause is known.
 */
export async function installPackages({ isForDevelopment, folder, say }) {
  const paths = requiredPackages(isForDevelopment, folder).map(([path]) => path)
  const purpose = isForDevelopment ? "packages for development and tests" : "packages"
  say(`installing ${paths.length} ${purpose} with npm (the first time, and when the lockfile has changed)`)
  const set = isForDevelopment ? "--include=dev" : "--omit=dev"
  const result = await runWithProgress(["ci", set, "--no-audit", "--no-fund", "--loglevel=error"], folder, paths)
  if (result.status !== 0) throw new Error(`cannot install the packages:\n${reasonOf(result)}${adviceFor(result)}`)
  markInstalled(folder)
}

/** Records the Node version that the packages are installed for. */
export function markInstalled(folder) {
  mkdirSync(dirname(stampIn(folder)), { recursive: true })
  writeFileSync(stampIn(folder), process.versions.modules)
}

function runWithProgress(parameters, folder, paths) {
  const { command, args, shell } = npmCommand(parameters)
  const env = { CFLAGS: QUICK_TO_COMPILE, CXXFLAGS: QUICK_TO_COMPILE, ...process.env }
  const child = spawn(command, args, { cwd: folder, shell, env, stdio: ["ignore", "pipe", "pipe"] })
  const printed = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text) => (printed.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (printed.stderr += text))
  const progress = showProgress(
    () => paths.filter((path) => existsSync(join(folder, path, "package.json"))).length,
    paths,
  )
  return new Promise((done) => {
    const end = (rest) => {
      progress.end()
      done({ ...printed, ...rest })
    }
    child.on("error", (error) => end({ status: 1, error }))
    child.on("close", (status) => end({ status }))
  })
}

/** Redraws one line on a terminal, or prints a line from time to time elsewhere. */
function showProgress(countInstalled, { length: total }) {
  const isTerminal = process.stderr.isTTY === true
  const startedMs = Date.now()
  const describe = describeProgress(total, countInstalled())
  let printedMs = startedMs
  const print = () => {
    const step = describe(countInstalled())
    const nowMs = Date.now()
    if (!isTerminal && nowMs - startedMs > LATER_LOG_MS && nowMs - printedMs < LATER_LOG_MS) return
    printedMs = nowMs
    const seconds = Math.round((nowMs - startedMs) / 1_000)
    process.stderr.write(`${isTerminal ? "\r\x1b[2K" : ""}lectern: ${step}, ${seconds} s${isTerminal ? "" : "\n"}`)
  }
  const timer = setInterval(print, isTerminal ? TERMINAL_MS : LOG_MS)
  return {
    end() {
      clearInterval(timer)
      if (isTerminal) process.stderr.write("\r\x1b[2K")
    },
  }
}

/**
 * Returns a function that describes an installation by the number of packages that are there. npm first removes the packages of an
 * earlier installation, so that the number falls before it grows.
 *
 * @param {number} total
 * @param {number} before the number of packages before npm started.
 * @returns {(installed: number) => string}
 */
export function describeProgress(total, before) {
  let isRemoving = before > 0
  let least = before
  return (installed) => {
    if (installed === 0 || installed > least) isRemoving = false
    least = Math.min(least, installed)
    if (isRemoving) return "removing the previous packages"
    if (installed < total) return `${installed} of ${total} packages`
    return "preparing native packages (several minutes if better-sqlite3 has to be compiled)"
  }
}

/** Returns advice for failures whose cause is hard to find in npm's output. */
export function adviceFor({ stdout = "", stderr = "" }) {
  const text = `${stdout}${stderr}`
  if (!/node-gyp|gyp ERR|prebuild-install/.test(text)) return ""
  return (
    "\nThe package better-sqlite3 is a native addon. Its prebuilt binary could not be downloaded from github.com, and compiling it " +
    "failed. Install Python 3, make and a C++ compiler (Debian and Ubuntu: apt-get install python3 make g++; macOS: " +
    "xcode-select --install), or allow downloads from github.com, and start again."
  )
}
