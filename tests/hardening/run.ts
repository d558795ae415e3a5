// npm run test:hardening: runs the corpora of attacks and prints what was tried, stopped and let through. --short runs
// the short form of CI; --only <name> runs the corpora whose name contains it; --processes <count> sets the number of
// concurrent processes, which defaults to one for every two processors. Exit code 1: something was let through, or a
// corpus did not run to its end.
import { fork } from "node:child_process"
import { readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import type { HardeningCorpus, HardeningRow } from "./corpus.ts"

const folder = new URL("./corpora/", import.meta.url)
const WIDTHS = [36, 8, 9, 12] as const

const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    processes: { type: "string", default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
    // The unit that a process of this script runs.
    file: { type: "string" },
    part: { type: "string" },
  },
})

/** The work of one process: a corpus, or one of its parts. */
interface Unit {
  readonly corpus: string
  readonly file: string
  readonly part: string | undefined
}

/** The message of a process when its unit has ended. */
interface Outcome {
  readonly rows: readonly HardeningRow[]
  /** Elapsed time in seconds. */
  readonly seconds: number
}

async function loadCorpus(file: string): Promise<HardeningCorpus> {
  return (await import(new URL(file, folder).href)) as HardeningCorpus
}

async function findUnits(): Promise<readonly Unit[]> {
  const units: Unit[] = []
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  for (const file of files.toSorted()) {
    const { name: corpus, parts } = await loadCorpus(file)
    if (!corpus.includes(flags.only)) continue
    for (const part of (flags.short ? undefined : parts) ?? [undefined]) units.push({ corpus, file, part })
  }
  return units
}

function print(cells: readonly (string | number)[]): void {
  console.log(
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(WIDTHS[0]) : String(cell).padStart(WIDTHS[at] ?? 8)))
      .join(""),
  )
}

/** Runs a unit in a separate process, because the CPU time of a target is that of its process. */
function runApart({ corpus, file, part }: Unit): Promise<Outcome> {
  const args = ["--file", file, ...(part === undefined ? [] : ["--part", part]), ...(flags.short ? ["--short"] : [])]
  const child = fork(new URL(import.meta.url), args)
  return new Promise((resolve) => {
    let outcome: Outcome | undefined
    child.once("message", (message) => (outcome = message as Outcome))
    child.once("close", (code, signal) => {
      const row = { target: part ?? corpus, tried: 1, stopped: 0, letThrough: [`ended with ${signal ?? code}`] }
      resolve(outcome ?? { rows: [row], seconds: 0 })
    })
  })
}

async function runUnit(file: string): Promise<void> {
  const corpus = await loadCorpus(file)
  const startedMs = performance.now()
  const rows = await corpus.run({ isShort: flags.short, part: flags.part })
  const outcome: Outcome = { rows, seconds: (performance.now() - startedMs) / 1000 }
  process.send?.(outcome, () => process.exit(0))
}

async function runAll(): Promise<void> {
  const units = await findUnits()
  const rows: HardeningRow[] = []
  const waiting = [...units]
  print(["", "tried", "stopped", "let through"])
  const takeTurns = async () => {
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      const outcome = await runApart(unit)
      rows.push(...outcome.rows)
      console.log(`${unit.corpus} (${Math.round(outcome.seconds)} s)`)
      for (const row of outcome.rows) {
        print([`  ${row.target}`, row.tried, row.stopped, row.letThrough.length])
        for (const fault of row.letThrough) console.log(`      ${fault}`)
      }
    }
  }
  await Promise.all(Array.from({ length: Number(flags.processes) }, takeTurns))
  const sum = (count: (row: HardeningRow) => number) => rows.reduce((total, row) => total + count(row), 0)
  const letThrough = sum((row) => row.letThrough.length)
  print(["all", sum((row) => row.tried), sum((row) => row.stopped), letThrough])
  process.exit(letThrough === 0 ? 0 : 1)
}

if (flags.file === undefined) await runAll()
else await runUnit(flags.file)
