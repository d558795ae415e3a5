import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { Block } from "@lectern/parsers"
import { cutPage } from "../snippets/cut-page.ts"
import type { Page } from "../snippets/snippet.ts"
import { createIndexBuilder } from "./build/build-index.ts"
import type { IndexSummary } from "./build/index-builder.ts"
import { type RankableIndex, RankingSession } from "../rank/ranking-session.ts"

const lines = { start: 1, end: 1 }

/** A section of a test page: level, heading, and paragraphs (a text in backticks is a block of code). */
export type TestSection = readonly [level: number, heading: string, ...texts: string[]]

/** Creates a page, cut into snippets like a real one. */
export function aPage(path: string, title: string, sections: readonly TestSection[]): Page {
  const blocks = sections.flatMap(([level, heading, ...texts]): Block[] => [
    ...(level === 0 ? [] : [{ kind: "heading" as const, level, text: heading, lines }]),
    ...texts.map((text): Block =>
      text.startsWith("`")
        ? { kind: "code", language: "js", code: text.slice(1, -1), lines }
        : { kind: "prose", markdown: text, role: "paragraph", lines },
    ),
  ])
  return cutPage({ path, url: `https://docs.example/${path}` }, { title, blocks })
}

const folder = mkdtempSync(join(tmpdir(), "lectern-index-"))
let builtCount = 0

/** Builds an index of pages in a temporary folder, which the test run removes at its end. */
export function buildTestIndex(pages: readonly Page[]): { readonly path: string; readonly summary: IndexSummary } {
  const path = join(folder, `${builtCount++}.db`)
  const builder = createIndexBuilder(path)
  for (const page of pages) {
    builder.add(page)
  }
  return { path, summary: builder.finish() }
}

const session = new RankingSession()

/** Builds and opens an index of pages. All indexes share one session. */
export function openTestIndex(pages: readonly Page[]): RankableIndex {
  return session.open(buildTestIndex(pages).path)
}
