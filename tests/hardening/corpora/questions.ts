import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { HardeningOptions, HardeningRow } from "../corpus.ts"
import { cleanQuestion, createIndexBuilder, cutPage, openIndex, parseQuestion, TextAnalyser } from "../product.ts"
import { timeInputs } from "../time-inputs.ts"

export const name = "questions"

/** Five times the maximum length in a request. */
const MAX_CHARACTERS = 10_000

export async function run(options: HardeningOptions): Promise<readonly HardeningRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-hardening-"))
  try {
    const path = join(folder, "index.db")
    const builder = createIndexBuilder(path)
    const lines = { start: 1, end: 1 }
    const blocks = [
      { kind: "prose" as const, role: "paragraph" as const, markdown: "Otters hold paws while they sleep.", lines },
    ]
    builder.add(cutPage({ path: "a.md", url: "https://a.example/" }, { title: "Otters", blocks }))
    builder.finish()
    const index = openIndex(path)
    const analyser = new TextAnalyser()
    const rows = [
      await timeInputs({ name: "question cleaner", maxCharacters: MAX_CHARACTERS, run: cleanQuestion }, options),
      await timeInputs(
        { name: "question parser", maxCharacters: MAX_CHARACTERS, run: (text) => parseQuestion(index, text, analyser) },
        options,
      ),
    ]
    index.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}
