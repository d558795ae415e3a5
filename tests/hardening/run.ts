// npm run test:hardening: runs the corpora of attacks and prints what was tried, stopped and let through. With --short, the form
// of CI; with --only <name>, the corpora whose name contains it. Exit code 1: something was let through.
import { readdirSync } from "node:fs"
import type { HardeningCorpus, HardeningRow } from "./corpus.ts"

const folder = new URL("./corpora/", import.meta.url)
const isShort = process.argv.includes("--short")
const only = process.argv.includes("--only") ? (process.argv[process.argv.indexOf("--only") + 1] ?? "") : ""
const WIDTHS = [36, 8, 9, 12] as const

function print(cells: readonly (string | number)[]): void {
  console.log(
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(WIDTHS[0]) : String(cell).padStart(WIDTHS[at] ?? 8)))
      .join(""),
  )
}

const rows: HardeningRow[] = []
print(["", "tried", "stopped", "let through"])
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .toSorted()) {
  const corpus = (await import(new URL(file, folder).href)) as HardeningCorpus
  if (!corpus.name.includes(only)) continue
  const startedMs = performance.now()
  print([corpus.name])
  for (const row of await corpus.run({ isShort })) {
    rows.push(row)
    print([`  ${row.target}`, row.tried, row.stopped, row.letThrough.length])
    for (const fault of row.letThrough) console.log(`      ${fault}`)
  }
  console.log(`  (${Math.round((performance.now() - startedMs) / 1000)} s)`)
}
const sum = (count: (row: HardeningRow) => number) => rows.reduce((total, row) => total + count(row), 0)
const letThrough = sum((row) => row.letThrough.length)
print(["all", sum((row) => row.tried), sum((row) => row.stopped), letThrough])
process.exit(letThrough === 0 ? 0 : 1)
