import type { HardeningOptions, HardeningRow } from "../corpus.ts"
import { cutPage, type FormatName, labelCode, parsePage, readSitePage } from "../product.ts"
import { timeInputs } from "../time-inputs.ts"

export const name = "parsers and cutter"

/** Threads are stopped after at most 10 s, and starting a new one takes a second. */
const THREAD_LIMIT_MS = 12_000
const ENDINGS: Readonly<Record<FormatName, string>> = {
  markdown: "md",
  mdx: "mdx",
  "restructured-text": "rst",
  asciidoc: "adoc",
  notebook: "ipynb",
  html: "html",
  openapi: "yaml",
  "wiki-storage": "storage",
  "notes-blocks": "json",
  "plain-text": "txt",
  "man-page": "1",
  "r-documentation": "Rd",
  "source-code": "py",
}

/** Every text format separately, because together they take an hour. */
export const parts = Object.keys(ENDINGS)

/** Tests every text format: its scan for titles and labels, its includes, parsing, labels of code and snippets. */
export async function run(options: HardeningOptions): Promise<readonly HardeningRow[]> {
  const rows: HardeningRow[] = []
  for (const [format, ending] of Object.entries(ENDINGS) as [FormatName, string][]) {
    if (options.part !== undefined && options.part !== format) continue
    const path = `docs/page.${ending}`
    const target = {
      name: format,
      ...(format === "asciidoc" || format === "source-code" ? { threadLimitMs: THREAD_LIMIT_MS } : {}),
      run(text: string) {
        readSitePage(format, text, path)
        const parsed = parsePage({ format, text, path })
        return parsed.then(
          ({ document }) => cutPage({ path, url: "https://a.example/" }, labelCode(document)).snippets.length,
          (error: Error) => error.message,
        )
      },
    }
    rows.push(await timeInputs(target, options))
  }
  return rows
}
