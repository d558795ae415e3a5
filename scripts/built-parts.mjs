// Builds the parts of the program that are not JavaScript, using packages that only a build needs: the tree-sitter
// grammars, and the scoring kernel compiled from AssemblyScript. This is part of every start, and does nothing if both
// are current.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { lockedPackage, runProgram, withLockedPackages } from "./locked-packages.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const kernelSources = join(root, "packages", "engine", "assembly")

/**
 * Packages that load these parts from their own directory: `server` for the bundled program, the others when they are
 * used alone.
 */
const GRAMMAR_FOLDERS = ["parsers", "server"].map((name) => join(root, "packages", name, "dist", "grammars"))
const KERNEL_FILES = ["engine", "server"].map((name) => join(root, "packages", name, "dist", "kernels", "scoring.wasm"))

/** File with the packages that the grammars in a directory came from. */
const GRAMMAR_STAMP = "packages.json"

/** Grammars by package. */
const GRAMMARS = {
  "tree-sitter-c": ["c"],
  "tree-sitter-c-sharp": ["c_sharp"],
  "tree-sitter-cpp": ["cpp"],
  "tree-sitter-go": ["go"],
  "tree-sitter-java": ["java"],
  "tree-sitter-javascript": ["javascript"],
  "tree-sitter-php": ["php"],
  "tree-sitter-python": ["python"],
  "tree-sitter-ruby": ["ruby"],
  "tree-sitter-rust": ["rust"],
  "tree-sitter-typescript": ["typescript", "tsx"],
}

/** The compiler of the kernel, and the files of it that are needed. */
const COMPILER = {
  assemblyscript: () => true,
  binaryen: (path) => path === "index.js" || path === "package.json",
  long: () => true,
}

/** Files that define the exports of the kernel. */
const KERNEL_ENTRIES = ["add-term.ts", "keep-best.ts"]

/** No runtime, checks or imports, because the kernel uses only memory that its caller manages. */
const KERNEL_OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--use", "abort="]

/**
 * Builds the parts that are missing or out of date.
 *
 * @param {(message: string) => void} say receives a message before a step that takes more than a moment.
 * @throws {Error} if packages cannot be downloaded or the kernel does not compile.
 */
export async function makeParts(say = () => {}) {
  const stamp = grammarStamp()
  const { needsGrammars, needsKernel } = findMissing(stamp)
  const grammarFiles = Object.keys(GRAMMARS).map((name) => [name, (path) => /^(LICENSE|[^/]+\.wasm)$/.test(path)])
  const packages = { ...(needsGrammars ? Object.fromEntries(grammarFiles) : {}), ...(needsKernel ? COMPILER : {}) }
  if (Object.keys(packages).length === 0) return
  say(`making ${[needsGrammars && "grammars", needsKernel && "the scoring kernel"].filter(Boolean).join(" and ")}`)
  await withLockedPackages(packages, (folder) => {
    if (needsGrammars) for (const target of GRAMMAR_FOLDERS) copyGrammars(folder, target, stamp)
    if (needsKernel) compileKernel(folder)
  })
}

/** Returns true if all parts are current. */
export function hasParts() {
  const { needsGrammars, needsKernel } = findMissing(grammarStamp())
  return !needsGrammars && !needsKernel
}

function findMissing(stamp) {
  return {
    needsGrammars: !GRAMMAR_FOLDERS.every((folder) => hasGrammars(folder, stamp)),
    needsKernel: !KERNEL_FILES.every(isKernelCurrent),
  }
}

const grammarStamp = () =>
  JSON.stringify(Object.fromEntries(Object.keys(GRAMMARS).map((name) => [name, lockedPackage(name).integrity])))

function hasGrammars(folder, stamp) {
  const file = join(folder, GRAMMAR_STAMP)
  return existsSync(file) && readFileSync(file, "utf8") === stamp
}

function copyGrammars(packages, target, stamp) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const [name, grammars] of Object.entries(GRAMMARS)) {
    for (const grammar of grammars) {
      copyFileSync(join(packages, name, `tree-sitter-${grammar}.wasm`), join(target, `tree-sitter-${grammar}.wasm`))
    }
    copyFileSync(join(packages, name, "LICENSE"), join(target, `${name}.LICENSE`))
  }
  writeFileSync(join(target, GRAMMAR_STAMP), stamp)
}

function isKernelCurrent(file) {
  const inputs = [
    fileURLToPath(import.meta.url),
    ...readdirSync(kernelSources).map((name) => join(kernelSources, name)),
  ]
  return existsSync(file) && inputs.every((path) => statSync(path).mtimeMs <= statSync(file).mtimeMs)
}

function compileKernel(packages) {
  const [file, ...copies] = KERNEL_FILES
  const compiler = join(packages, "assemblyscript", "bin", "asc.js")
  const entries = KERNEL_ENTRIES.map((name) => join(kernelSources, name))
  runProgram([compiler, ...entries, ...KERNEL_OPTIONS, "-o", file], { cwd: kernelSources })
  for (const copy of copies) {
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(file, copy)
  }
}

/** Called by vitest, so that tests find the parts without a build. */
export async function setup() {
  await makeParts()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeParts()
