import { setImmediate as nextTurn } from "node:timers/promises"
import { asError } from "../../base/errors.ts"
import {
  collectLabels,
  expandIncludes,
  type FormatName,
  type IncludedFile,
  outlinePython,
  type ReadIncluded,
} from "@lectern/parsers"
import { decodeText, isLfsPointer } from "@lectern/parsers/detect"
import type { LeftOutReason, OtherFile, SourceSnapshot } from "../../sources/base/source-file.ts"
import type { Spooled } from "./content-spool.ts"
import { inBatches, SEARCHED_CHARACTERS } from "./file-batches.ts"
import type { FileBudget } from "./file-budget.ts"
import { fetchUntilComplete } from "./fetch-until-complete.ts"

/** Included files may include others; each round fetches one more level. */
const MAX_ROUNDS = 8
/** Maximum number of paths per round, because a page can name thousands of files that do not exist. */
const MAX_PATHS = 200_000
const REFUSALS: Partial<Readonly<Record<LeftOutReason, string>>> = {
  too_large: "the file is too large",
  symbolic_link: "it is a symbolic link",
  submodule: "it is in another repository",
}

/** Maximum number of labels in included text, for references of other pages. */
const MAX_LABELS = 50_000

/** A page whose text can be read again. */
export interface SpooledPage {
  readonly format: FormatName
  readonly path: string
  /** Its text if it has just been decoded; later, it is available only from `readText`. */
  readonly text?: string | undefined
  readonly readText: Spooled<string>
}

/** The files that the pages of a source include. */
export interface GatheredIncludes {
  /** Returns these files, for one ingestion. */
  readonly read: ReadIncluded
  /** Returns false for the path of a page that is known to include nothing. */
  readonly hasIncludes: (path: string) => boolean
  /** Titles by label in the text that pages include, such as docstrings. */
  readonly labels: ReadonlyMap<string, string>
}

type ReadOther = NonNullable<SourceSnapshot["readOther"]>

/**
 * Fetches the files that pages include, level by level, with one request to the source per level.
 *
 * @param pages every text page, in any order. Only pages with includes are read again, once per level.
 * @throws the signal's reason if it is aborted; what the source throws.
 */
export async function gatherIncludes(
  readOther: ReadOther,
  pages: AsyncIterable<SpooledPage> | Iterable<SpooledPage>,
  { signal, budget }: { readonly signal: AbortSignal; readonly budget: FileBudget },
): Promise<GatheredIncludes> {
  const withoutIncludes = new Set<string>()
  const known = new Map<string, IncludedFile | undefined>()
  const wanted = new Set<string>()
  const labels = new Map<string, string>()
  let asking: AsyncIterable<SpooledPage> | Iterable<SpooledPage> = pages
  await fetchUntilComplete({
    maxRounds: MAX_ROUNDS,
    async findMissing() {
      asking = await pagesWithMissingIncludes(asking, { known, wanted, withoutIncludes, labels, signal, budget })
      return wanted
    },
    async fetch(keys: readonly string[]) {
      wanted.clear()
      const found = await readOther([...new Set(keys.map(pathOf))], signal)
      for (const key of keys) known.set(key, await inForm(key, found, signal))
    },
  })
  return {
    read: (path, form) => known.get(keyOf(path, form)),
    hasIncludes: (path) => !withoutIncludes.has(path),
    labels,
  }
}

/** Prefix of the keys for module outlines; no path starts with it. */
const OUTLINE = "\0outline:"

function keyOf(path: string, form: "outline" | undefined): string {
  return form === undefined ? path : OUTLINE + path
}

function pathOf(key: string): string {
  return key.startsWith(OUTLINE) ? key.slice(OUTLINE.length) : key
}

async function inForm(
  key: string,
  found: ReadonlyMap<string, OtherFile>,
  signal: AbortSignal,
): Promise<IncludedFile | undefined> {
  const path = pathOf(key)
  const file = includedFile(found.get(path))
  if (path === key || file === undefined || !("text" in file)) return file
  signal.throwIfAborted()
  try {
    return { outline: await outlinePython(file.text, path) }
  } catch (thrown) {
    // If a module cannot be parsed, the page shows its names without documentation.
    return { refused: asError(thrown).message }
  }
}

interface Round {
  readonly known: ReadonlyMap<string, IncludedFile | undefined>
  /** Receives the keys that are still missing. */
  readonly wanted: Set<string>
  /** Receives the paths of pages that include nothing. */
  readonly withoutIncludes: Set<string>
  /** Receives the labels of pages whose includes are complete. */
  readonly labels: Map<string, string>
  readonly signal: AbortSignal
  readonly budget: FileBudget
}

/** Finds the pages with includes that have not been fetched yet. */
async function pagesWithMissingIncludes(
  pages: AsyncIterable<SpooledPage> | Iterable<SpooledPage>,
  { known, wanted, withoutIncludes, labels, signal, budget }: Round,
): Promise<readonly SpooledPage[]> {
  const asking: SpooledPage[] = []
  for await (const batch of inBatches(withTexts(pages), ({ characterCount }) => characterCount, SEARCHED_CHARACTERS)) {
    signal.throwIfAborted()
    await nextTurn()
    const isAsking = new Set<SpooledPage>()
    budget.runEach(batch, ({ page, format, path, text }) => {
      const read: ReadIncluded = (other, form) => {
        const key = keyOf(other, form)
        if (known.has(key)) return known.get(key)
        isAsking.add(page)
        if (wanted.size < MAX_PATHS) wanted.add(key)
        return undefined
      }
      // A page that fails here fails again when it is parsed, and is reported then.
      const expanded = expandIncludes({ format, path, text }, read)
      if (expanded === undefined) withoutIncludes.add(path)
      else if (format === "restructured-text" && !isAsking.has(page)) takeLabels(expanded.text, labels)
    })
    // Kept without their texts, because all pages of a large source do not fit into memory.
    for (const { format, path, readText } of isAsking) asking.push({ format, path, readText })
  }
  return asking
}

/** Adds labels with the titles below them; if labels are equal, the first one wins. */
function takeLabels(text: string, labels: Map<string, string>): void {
  // Cloned, because labels and titles are slices of the text and would keep all of it in memory.
  for (const [label, title] of structuredClone(collectLabels(text)))
    if (labels.size < MAX_LABELS && !labels.has(label)) labels.set(label, title)
}

async function* withTexts(pages: AsyncIterable<SpooledPage> | Iterable<SpooledPage>) {
  for await (const page of pages) {
    const { format, path } = page
    const text = page.text ?? (await page.readText())
    yield { page, format, path, text, characterCount: text.length }
  }
}

function includedFile(file: OtherFile | undefined): IncludedFile | undefined {
  if (file === undefined) return undefined
  if (file.kind === "refused") return { refused: REFUSALS[file.reason] ?? file.reason }
  if (isLfsPointer(file.bytes)) return { refused: "it is stored in Git LFS" }
  const decoded = decodeText(file.bytes)
  return "binary" in decoded ? { refused: "it is not a text file" } : { text: decoded.text }
}
