// npm run golden: compares documents, snippets and answers with the checked-in ones. See README.md.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import {
  compareLines,
  firstDifference,
  readExpected,
  readExpectedDescription,
  textOfDescription,
  writeExpected,
  writeExpectedDescription,
} from "./expectations.ts"
import { evalLibraries, fixtureLibraries, type GoldenLibrary } from "./libraries.ts"
import { readOwnDescription } from "./pipeline.ts"
import { type Recorded, recordLibrary } from "./record.ts"
import { stableJson } from "./stable-text.ts"

const root = resolve(import.meta.dirname, "../..")
const DESCRIPTION = "openapi.json"
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "eval-dir": { type: "string", default: "../shared/eval" },
    only: { type: "string" },
    update: { type: "boolean", default: false },
    dump: { type: "string" },
    show: { type: "boolean", default: false },
  },
})

/** Returns true if a name selects a library: `fixtures`, `eval`, `fixtures/mkdocs` or `mkdocs`. */
function isNamed(name: string, wanted: string | undefined): boolean {
  return wanted === undefined || name === wanted || name.split("/").includes(wanted)
}

/** Returns true if the evaluation data is selected, whether it exists or not. */
function isOfEval(wanted: string | undefined): boolean {
  return wanted === undefined || /^eval\b|__/.test(wanted)
}

function findLibraries(wanted: string | undefined): readonly GoldenLibrary[] {
  const evalDir = resolve(root, flags["eval-dir"])
  const ofEval = evalLibraries(evalDir)
  if (isOfEval(wanted) && ofEval.length === 0) {
    console.log(`skipped: no evaluation data at ${flags["eval-dir"]}; use --eval-dir to name its folder`)
  }
  return [...fixtureLibraries(), ...ofEval].filter(({ name }) => isNamed(name, wanted))
}

function printable(recorded: Recorded, page: string): string {
  const { documents, pages, problems } = recorded.ingested
  const cut = pages.find(({ path }) => path === page)
  return stableJson({ document: documents.get(page), problems: problems.get(page), page: cut }, 2)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Writes everything that is hashed as text, for comparing the dumps of two checkouts with `diff -r`. */
function dump(folder: string, recorded: Recorded): void {
  const { ingested, answers, lines } = recorded
  for (const path of ingested.documents.keys()) {
    write(join(folder, "pages", `${path}.json`), `${printable(recorded, path)}\n`)
  }
  for (const { id, question, auto, text2000, text5000, json5000 } of answers) {
    write(join(folder, "answers", `${id}-auto.md`), `${question}\n\n${auto}`)
    write(join(folder, "answers", `${id}-2000.md`), `${question}\n\n${text2000}`)
    write(join(folder, "answers", `${id}-5000.md`), `${question}\n\n${text5000}`)
    write(join(folder, "answers", `${id}-5000.json`), `${stableJson(json5000, 2)}\n`)
  }
  const { leftOut, failed, notes, frontPage, summary, pages } = ingested
  const order = pages.map(({ path }) => path)
  write(join(folder, "library.json"), `${stableJson({ leftOut, failed, notes, frontPage, summary, order }, 2)}\n`)
  write(join(folder, "lines.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
}

async function show(): Promise<number> {
  const [wanted, page] = positionals
  const [library] = wanted === undefined ? [] : findLibraries(wanted)
  if (library === undefined || page === undefined) throw new Error("usage: npm run golden -- --show <library> <page>")
  const recorded = await recordLibrary(library, readExpected(library.name))
  if (!recorded.ingested.documents.has(page)) {
    throw new Error(`${library.name} has no page ${page}:\n${[...recorded.ingested.documents.keys()].join("\n")}`)
  }
  console.log(printable(recorded, page))
  return 0
}

/** @returns true if the library is as expected. */
async function checkLibrary(library: GoldenLibrary): Promise<boolean> {
  const { name } = library
  const before = readExpected(name)
  const recorded = await recordLibrary(library, flags.update ? [] : before)
  if (flags.dump !== undefined) dump(join(flags.dump, name), recorded)
  const differences = compareLines(before, recorded.lines)
  if (flags.update) writeExpected(name, recorded.lines)
  return report(name, differences)
}

async function checkDescription(): Promise<boolean> {
  const text = textOfDescription(await readOwnDescription())
  if (flags.dump !== undefined) write(join(flags.dump, DESCRIPTION), text)
  const differences = firstDifference(readExpectedDescription(), text)
  if (flags.update) writeExpectedDescription(text)
  return report(DESCRIPTION, differences)
}

function report(name: string, differences: readonly string[]): boolean {
  console.log(`${differences.length === 0 ? "same   " : "CHANGED"} ${name}`)
  for (const line of differences) console.log(line)
  return differences.length === 0
}

async function main(): Promise<number> {
  if (flags.show) return show()
  if (flags.dump !== undefined && existsSync(flags.dump)) throw new Error(`${flags.dump} exists: name a new folder`)
  const libraries = findLibraries(flags.only)
  const hasDescription = isNamed(DESCRIPTION, flags.only) || flags.only === "fixtures"
  if (libraries.length === 0 && !hasDescription && !isOfEval(flags.only)) {
    throw new Error(`no library is named ${flags.only ?? ""}`)
  }
  let isSame = true
  for (const library of libraries) isSame = (await checkLibrary(library)) && isSame
  if (hasDescription) isSame = (await checkDescription()) && isSame
  if (flags.update) console.log("tests/golden/expected is written")
  else
    console.log(
      isSame ? "nothing has changed" : "something has changed; see --show and --dump, or accept it with --update",
    )
  return isSame || flags.update ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exit(2)
  },
)
