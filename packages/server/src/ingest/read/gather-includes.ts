import { setImmediate as nextTurn } from "node:timers/promises"
import { asError } from "../../base/errors.ts"
import type { FormatName, IncludedFile, ReadIncluded } from "@lectern/parsers"
import type { LeftOutReason, OtherFile, SourceFile, SourceSnapshot } from "../../sources/base/source-file.ts"
import { fetchUntilComplete } from "./fetch-until-complete.ts"
import type { ReadingStages } from "../run/reading-stages.ts"

/** Included files may include others; each round fetches one more level. */
const MAX_ROUNDS = 8
/** Most text of pages with includes that is held in memory for further rounds; later pages get the files of the first round only. */
const MAX_HELD_CHARACTERS = 64 * 1024 * 1024
/** Most paths of one round; a page can name thousands of files that do not exist. */
const MAX_ASKED = 200_000
/** Pages that are scanned before yielding to the event loop. */
const PAGES_PER_TURN = 16

const REFUSALS: Partial<Readonly<Record<LeftOutReason, string>>> = {
  too_large: "the file is too large",
  symbolic_link: "it is a symbolic link",
  submodule: "it is in another repository",
}

/** A page as text. */
export interface TextPage {
  readonly format: FormatName
  readonly text: string
  readonly path: string
}

/**
 * Fetches the files that the pages of a source include, level by level, with one request to the source per level.
 *
 * @param onPage is called with every page that is text, in the order of the source.
 * @returns a function that returns these files, for one ingestion; it finds nothing when the source has no other files.
 * @throws the signal's reason when it is aborted; whatever the source throws.
 */
export async function gatherIncludes(
  stages: ReadingStages,
  snapshot: SourceSnapshot,
  signal: AbortSignal,
  onPage: (page: TextPage) => void = () => undefined,
): Promise<ReadIncluded> {
  if (snapshot.readOther === undefined) return () => undefined
  const known = new Map<string, IncludedFile | undefined>()
  const wanted = new Set<string>()
  const read: ReadIncluded = (path, form) => {
    const key = keyOf(path, form)
    if (!known.has(key) && wanted.size < MAX_ASKED) wanted.add(key)
    return known.get(key)
  }
  const { readOther } = snapshot
  let pages: readonly TextPage[] | undefined
  await fetchUntilComplete({
    maxRounds: MAX_ROUNDS,
    async findMissing() {
      pages =
        pages === undefined
          ? await findIncludingPages(stages, snapshot, { read, signal, onPage })
          : await pagesThatAskForMore(stages, pages, { read, wanted, signal })
      return wanted
    },
    async fetch(keys: readonly string[]) {
      wanted.clear()
      const found = await readOther([...new Set(keys.map(pathOf))], signal)
      for (const key of keys) known.set(key, await inForm(stages, key, found, signal))
    },
  })
  return (path, form) => known.get(keyOf(path, form))
}

/** What is wanted of a file besides its text has this before its path; no path begins so. */
const OUTLINE = "\0outline:"

function keyOf(path: string, form: "outline" | undefined): string {
  return form === undefined ? path : OUTLINE + path
}

function pathOf(key: string): string {
  return key.startsWith(OUTLINE) ? key.slice(OUTLINE.length) : key
}

async function inForm(
  stages: ReadingStages,
  key: string,
  found: ReadonlyMap<string, OtherFile>,
  signal: AbortSignal,
): Promise<IncludedFile | undefined> {
  const path = pathOf(key)
  const file = includedFile(stages, found.get(path))
  if (path === key || file === undefined || !("text" in file)) return file
  signal.throwIfAborted()
  try {
    return { outline: await stages.outlinePython(file.text, path) }
  } catch (thrown) {
    // A module that cannot be read leaves its names as they stand.
    return { refused: asError(thrown).message }
  }
}

async function findIncludingPages(
  stages: ReadingStages,
  snapshot: SourceSnapshot,
  {
    read,
    signal,
    onPage,
  }: { readonly read: ReadIncluded; readonly signal: AbortSignal; readonly onPage: (page: TextPage) => void },
): Promise<readonly TextPage[]> {
  const pages: TextPage[] = []
  let characterCount = 0
  let seen = 0
  for await (const item of snapshot.items(signal)) {
    signal.throwIfAborted()
    if (++seen % PAGES_PER_TURN === 0) await nextTurn()
    if (item.kind !== "file") continue
    const page = readPage(stages, item.file)
    if (page === undefined) continue
    onPage(page)
    if (stages.expandIncludes(page.format, page.text, page.path, read) === undefined) continue
    characterCount += page.text.length
    if (characterCount <= MAX_HELD_CHARACTERS) pages.push(page)
  }
  return pages
}

function readPage(stages: ReadingStages, file: SourceFile): TextPage | undefined {
  const format = file.format ?? stages.detectFormat(file.path, file.bytes)
  if (format === undefined) return undefined
  const decoded = stages.decodeText(file.bytes)
  return "binary" in decoded ? undefined : { format, text: decoded.text, path: file.path }
}

/** Pages that, with what is known now, ask for files that are not. */
async function pagesThatAskForMore(
  stages: ReadingStages,
  pages: readonly TextPage[],
  round: { readonly read: ReadIncluded; readonly wanted: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<readonly TextPage[]> {
  const asking: TextPage[] = []
  for (const [index, page] of pages.entries()) {
    round.signal.throwIfAborted()
    if (index % PAGES_PER_TURN === 0) await nextTurn()
    let isAsking = false
    stages.expandIncludes(page.format, page.text, page.path, (path, form) => {
      const file = round.read(path, form)
      isAsking ||= round.wanted.has(keyOf(path, form))
      return file
    })
    if (isAsking) asking.push(page)
  }
  return asking
}

function includedFile(stages: ReadingStages, file: OtherFile | undefined): IncludedFile | undefined {
  if (file === undefined) return undefined
  if (file.kind === "refused") return { refused: REFUSALS[file.reason] ?? file.reason }
  if (stages.isLfsPointer(file.bytes)) return { refused: "it is kept outside of the repository (Git LFS)" }
  const decoded = stages.decodeText(file.bytes)
  return "binary" in decoded ? { refused: "it is no text" } : { text: decoded.text }
}
