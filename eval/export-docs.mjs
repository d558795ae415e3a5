#!/usr/bin/env node
// Exports the documentation of a set of questions from local git clones. Nothing is fetched.
//
//   node eval/export-docs.mjs --set eval/combined --clones <folder> --out <folder>
//
// `sources.json` of the set contains the repository, the commit and the folders of each library. A clone of
// https://github.com/<owner>/<repo> must be at <clones>/<owner>/<repo>. Each library is written to <out>/<owner>__<repo>.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"

const { values: flags } = parseArgs({
  options: { set: { type: "string" }, clones: { type: "string" }, out: { type: "string" } },
})
const MAX_ARCHIVE_BYTES = 1 << 30

function exportLibrary({ docs, repository, commit, folders }) {
  const clone = join(flags.clones, new URL(repository).pathname)
  if (!existsSync(clone)) throw new Error(`${clone} is missing: clone ${repository} there`)
  const target = join(flags.out, basename(docs))
  mkdirSync(target, { recursive: true })
  const archive = execFileSync("git", ["-C", clone, "archive", commit, "--", ...folders], {
    maxBuffer: MAX_ARCHIVE_BYTES,
  })
  execFileSync("tar", ["-x", "-C", target], { input: archive })
  console.log(`${repository} ${commit.slice(0, 8)}: ${target}`)
}

if (flags.set === undefined || flags.clones === undefined || flags.out === undefined) {
  console.error("usage: node eval/export-docs.mjs --set <folder> --clones <folder> --out <folder>")
  process.exitCode = 2
} else {
  for (const source of JSON.parse(readFileSync(join(flags.set, "sources.json"), "utf8"))) exportLibrary(source)
}
