// Prepares the sample library: copies Lectern's documentation into the program and indexes it with the program itself,
// so that a new instance can answer its first question without indexing anything.
import { createHash } from "node:crypto"
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { runProgram } from "./locked-packages.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const docs = join(root, "docs")
const program = join(root, "packages", "server", "dist", "program", "make-sample-process.js")
const sample = join(root, "packages", "server", "dist", "sample")
const stampFile = join(sample, "stamp")

/** Excludes decision records, which are for people who change Lectern. */
const isForUsers = (path) => relative(docs, path).split(/[\\/]/)[0] !== "decisions"

/** Returns a hash of the pages and of the program that indexes them. */
function stampOf() {
  const hash = createHash("sha256").update(String(statSync(program).mtimeMs))
  for (const path of readdirSync(docs, { recursive: true, encoding: "utf8" }).toSorted()) {
    const file = join(docs, path)
    if (isForUsers(file) && statSync(file).isFile()) hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest("hex")
}

/** Returns true if the sample was made from the current documentation and program. */
export function hasSample() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampOf()
}

/** Creates the sample. @throws {Error} if the documentation cannot be indexed. */
export function makeSample() {
  rmSync(sample, { recursive: true, force: true })
  cpSync(docs, join(sample, "docs"), { recursive: true, filter: isForUsers })
  runProgram([program, join(sample, "docs"), sample], { cwd: root, env: withoutSettings(process.env) })
  // The program writes files that only its user can read, but an installed program is often run by another user.
  for (const name of readdirSync(sample))
    if (statSync(join(sample, name)).isFile()) chmodSync(join(sample, name), 0o644)
  writeFileSync(stampFile, stampOf())
}

/** Removes settings from the environment: those of the server that is about to start do not apply to the sample. */
function withoutSettings(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("LECTERN_")))
}
