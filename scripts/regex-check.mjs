// npm run regex:check: reports regular expressions in the packages whose time can grow faster than their input. Results
// are kept in scripts/regex-check/checked.json, so that only new expressions are analysed. With --update, it writes
// that file, but never adds a slow expression to it. With --all, it analyses every expression again.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { check } from "recheck"
import { root } from "./prepare.mjs"
import { collectExpressions } from "./regex-check/collect-expressions.mjs"
import { withstandsAttack } from "./regex-check/time-attack.mjs"

const FILE = join(root, "scripts/regex-check/checked.json")
const TIMEOUT_MS = 20_000
/** Number of expressions that every run analyses again, so that the file cannot drift from the expressions. */
const SAMPLE_SIZE = 10
const HASH_CHARACTERS = 12
/**
 * Maximum number of steps for the longest input that a comment beside an expression states, which is about a second.
 */
const MAX_STEPS = 1e9

const nameOf = ({ source, flags }) => `/${source}/${flags}`
const hashOf = (name) => createHash("sha256").update(name).digest("hex").slice(0, HASH_CHARACTERS)

/** Returns 1 for linear time, the degree of a polynomial, or Infinity for exponential or undecided time. */
async function degreeOf({ source, flags }) {
  // The checker does not support these flags, which do not affect the time.
  const { status, complexity, attack } = await check(source, flags.replaceAll(/[dgv]/g, ""), { timeout: TIMEOUT_MS })
  if (status === "safe") return 1
  if (complexity?.type === "polynomial" && withstandsAttack({ source, flags }, attack)) return 1
  return complexity?.type === "polynomial" ? complexity.degree : Infinity
}

function sourceFiles() {
  const listed = execFileSync("git", ["ls-files", "packages/*/src/*.ts"], { cwd: root, encoding: "utf8" })
  return listed.split("\n").filter((path) => path !== "" && !/\.(?:test|testing)\.ts$/.test(path))
}

function isBounded({ bound }, degree) {
  return bound !== undefined && Number.isFinite(degree) && bound ** degree <= MAX_STEPS
}

function describe(degree) {
  return Number.isFinite(degree) ? `grows with power ${degree} of its input` : "is exponential or undecided"
}

const isUpdate = process.argv.includes("--update")
const isAll = process.argv.includes("--all")
process.chdir(root)
const recorded = JSON.parse(readFileSync(FILE, "utf8"))
const linear = new Set(recorded.linear)
const expressions = new Map(
  sourceFiles()
    .flatMap((path) => collectExpressions(path))
    .map((each) => [nameOf(each), each]),
)
const isRecorded = (name) => linear.has(hashOf(name)) || Object.hasOwn(recorded.slow, name)
const isNew = (name) => isAll || !isRecorded(name)
const sampleSeed = String(Math.floor(Date.now() / 86_400_000))
const sample = [...expressions.keys()]
  .filter((name) => !isNew(name))
  .toSorted((left, right) => (hashOf(sampleSeed + left) < hashOf(sampleSeed + right) ? -1 : 1))
  .slice(0, SAMPLE_SIZE)

const kept = { linear: [], slow: {} }
const faults = []
let analysed = 0
for (const [name, expression] of expressions) {
  const recordedDegree = linear.has(hashOf(name)) ? 1 : recorded.slow[name]
  const isAnalysed = isNew(name) || sample.includes(name)
  const degree = isAnalysed ? await degreeOf(expression) : recordedDegree
  if (isAnalysed) analysed++
  if (degree === 1) kept.linear.push(hashOf(name))
  else if (!isBounded(expression, degree)) {
    if (Object.hasOwn(recorded.slow, name)) kept.slow[name] = degree
    else faults.push(`${expression.path}:${expression.line}: ${name} ${describe(degree)}`)
  }
}

const gone = Object.keys(recorded.slow).filter((name) => !expressions.has(name)).length
if (isUpdate) {
  kept.linear.sort((left, right) => (left < right ? -1 : 1))
  kept.slow = Object.fromEntries(Object.entries(kept.slow).toSorted(([left], [right]) => (left < right ? -1 : 1)))
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`)
} else if (gone > 0) {
  faults.push(`${gone} expressions of ${FILE} no longer exist: run npm run regex:check -- --update`)
}
for (const fault of faults) console.log(fault)
const slowCount = Object.keys(kept.slow).length
console.log(
  `${expressions.size} expressions, ${analysed} analysed, ${slowCount} recorded as slow, ${faults.length} faults`,
)
if (faults.length > 0) {
  console.log(
    "Rewrite the expression (bounded quantifiers, trimEnd, a scanner), or name the length of its input beside it: `at most N characters`.",
  )
}
process.exit(faults.length === 0 ? 0 : 1)
