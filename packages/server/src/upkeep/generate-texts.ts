import { asError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import { hashOfText, type IndexFile, openIndex, snippetText } from "@lectern/engine"
import { ModelFailure } from "../models/errors.ts"
import type { SnippetToDescribe, Writer, WrittenText } from "../models/writer.ts"
import { takeLease } from "./lease.ts"
import { rescoreLibrary, type RescoringDependencies } from "./rescore-library.ts"

/** A writer and its budgets. */
export interface WritingStage {
  readonly writer: Writer
  readonly tokensPerDay: number
  readonly tokensPerLibrary: number
}

/** Dependencies of writing. */
export interface WritingDependencies extends RescoringDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly writing: WritingStage
  /** The finished index of each library on this worker; only grows. */
  readonly done: Map<string, string>
}

const LEASE = "writer_lease"
/** Name of the setting with the tokens spent on writing, and their day. */
const SPENT = "writer_tokens"
const PAGE_SIZE = 200

/**
 * Writes, with a language model and within the budgets, titles, descriptions and questions for the snippets of all
 * served libraries, and descriptions for libraries without one. The texts are stored separately from the snippets,
 * which do not change. The library is then scored again with the questions.
 *
 * Any number of workers may call it at any time; one of them does the work.
 *
 * @param worker name of this worker.
 * @returns false if the writer failed: the texts written so far are kept, and the caller should wait before the next
 *   call.
 */
export async function generateTexts(
  dependencies: WritingDependencies,
  worker: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { catalogue, log } = dependencies
  try {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = await catalogue.libraries.list({ offset, limit: PAGE_SIZE })
      for (const library of page) {
        if (signal.aborted || (await leftToday(dependencies)) <= 0) return true
        if (!(await isWaiting(dependencies, library))) continue
        if (!(await takeLease(dependencies, { name: LEASE, worker }))) return true
        await writeAbout(dependencies, library, signal)
      }
      if (page.length < PAGE_SIZE) return true
    }
  } catch (error) {
    if (signal.aborted) return true
    const failure = asError(error)
    const reason = failure instanceof ModelFailure ? failure.reason : "defect"
    log.warn({ reason, err: failure }, "cannot generate texts with the writer")
    return false
  }
}

const today = ({ clock }: WritingDependencies) => new Date(clock.now()).toISOString().slice(0, 10)

async function spentToday(dependencies: WritingDependencies): Promise<number> {
  const [day, tokens] = ((await dependencies.catalogue.settings.get(SPENT)) ?? "").split(" ")
  return day === today(dependencies) ? Number(tokens) : 0
}

async function leftToday(dependencies: WritingDependencies): Promise<number> {
  return dependencies.writing.tokensPerDay - (await spentToday(dependencies))
}

async function isWaiting({ catalogue, done }: WritingDependencies, { key }: LibraryRecord): Promise<boolean> {
  const indexHash = (await catalogue.versions.get(key, ""))?.indexHash ?? null
  return indexHash !== null && done.get(key) !== indexHash
}

/** @throws {ModelFailure} */
async function writeAbout(
  dependencies: WritingDependencies,
  library: LibraryRecord,
  signal: AbortSignal,
): Promise<void> {
  const { catalogue, blobs, done, log } = dependencies
  const version = await catalogue.versions.get(library.key, "")
  if (version === undefined || version.indexHash === null) return
  let index: IndexFile
  try {
    index = openIndex(await blobs.localPath(version.indexHash))
  } catch (error) {
    // The index will be rebuilt; until then, there is nothing to describe.
    log.warn({ libraryId: library.id, err: asError(error) }, "cannot read an index for the writer")
    return
  }
  try {
    const { isWhole, textCount } = await writeWithin(dependencies, { library, index }, signal)
    if (!isWhole) return
    // If scoring fails, the library keeps its score, and the next library is processed.
    await rescoreLibrary(dependencies, { library, version, hasNews: textCount > 0 }, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      log.warn({ libraryId: library.id, err: asError(error) }, "cannot score a library with the writer's questions")
    })
    done.set(library.key, version.indexHash)
  } finally {
    index.close()
  }
}

interface WrittenLibrary {
  readonly library: LibraryRecord
  readonly index: IndexFile
}

/**
 * @returns `isWhole` if this index needs no more texts or the library's budget is used up, and the number of texts
 *   written.
 * @throws {ModelFailure}
 */
async function writeWithin(
  dependencies: WritingDependencies,
  { library, index }: WrittenLibrary,
  signal: AbortSignal,
): Promise<{ readonly isWhole: boolean; readonly textCount: number }> {
  const { catalogue, writing } = dependencies
  const { writer, tokensPerLibrary } = writing
  const budget = openBudget(dependencies, library)
  let textCount = 0
  try {
    await describeLibrary(dependencies, { library, index }, signal)
    await budget.book()
    const waiting = await waitingSnippets(dependencies, { library, index })
    for (let at = 0; at < waiting.length; at += writer.maxSnippets) {
      signal.throwIfAborted()
      if (budget.spent() >= tokensPerLibrary) return { isWhole: true, textCount }
      if ((await leftToday(dependencies)) <= 0) return { isWhole: false, textCount }
      const batch = waiting.slice(at, at + writer.maxSnippets).map(({ hash, id }) => {
        const { headingPath, content } = index.snippet(id)
        return { hash, passage: { library: library.title, headingPath, content } }
      })
      const texts = await describeBatch(
        writer,
        batch.map(({ passage }) => passage),
        signal,
      )
      const rows = batch.map(({ hash }, place) => ({ hash, ...(texts[place] ?? NOTHING) }))
      await catalogue.writtenTexts.put(library.key, writer.id, rows)
      textCount += texts.filter((text) => text !== undefined).length
      await budget.book()
    }
    return { isWhole: true, textCount }
  } finally {
    await budget.close()
  }
}

/** Marks a snippet for which the writer returned nothing usable, so that it is not requested again. */
const NOTHING: WrittenText = { title: "", description: "", question: "" }

async function waitingSnippets({ catalogue, writing }: WritingDependencies, { library, index }: WrittenLibrary) {
  const known = await catalogue.writtenTexts.known(library.key, writing.writer.id)
  const idByHash = new Map<string, number>()
  for (const { id, headingPath, content } of index.snippets()) {
    const hash = hashOfText(snippetText({ headingPath, content }))
    if (!known.has(hash) && !idByHash.has(hash)) idByHash.set(hash, id)
  }
  return [...idByHash].map(([hash, id]) => ({ hash, id }))
}

async function describeLibrary(
  { catalogue, writing: { writer } }: WritingDependencies,
  { library, index }: WrittenLibrary,
  signal: AbortSignal,
): Promise<void> {
  const { id, title, description, writtenDescription, key } = library
  if (description !== "" || writtenDescription !== null) return
  const passages: SnippetToDescribe[] = []
  for (const { headingPath, content } of index.snippets()) {
    passages.push({ library: title, headingPath, content })
    if (passages.length >= writer.maxSnippets) break
  }
  const text = await writer.describeLibrary({ id, title, snippets: passages }, signal)
  await catalogue.libraries.update(key, { writtenDescription: text })
}

/**
 * Describes a batch. If the whole response is invalid, retries the snippets one by one, so that one snippet that the
 * model cannot describe does not block the others.
 *
 * @throws {ModelFailure} if no snippet could be described.
 */
async function describeBatch(
  writer: Writer,
  passages: readonly SnippetToDescribe[],
  signal: AbortSignal,
): Promise<readonly (WrittenText | undefined)[]> {
  try {
    return await writer.describeSnippets(passages, signal)
  } catch (thrown) {
    if (!(thrown instanceof ModelFailure) || thrown.reason !== "garbage" || passages.length === 1) throw thrown
    const texts: (WrittenText | undefined)[] = []
    for (const passage of passages) {
      const [text] = await writer.describeSnippets([passage], signal).catch((again: unknown) => {
        if (again instanceof ModelFailure && again.reason === "garbage") return []
        throw again
      })
      texts.push(text)
    }
    if (texts.every((text) => text === undefined)) throw thrown
    return texts
  }
}

/** Counts the tokens spent on a library: towards the day after every request, and towards the library at the end. */
function openBudget(dependencies: WritingDependencies, library: LibraryRecord) {
  const { catalogue, writing } = dependencies
  const { writer } = writing
  const first = writer.tokensSpent()
  let booked = first
  const spent = () => library.writtenTokens + writer.tokensSpent() - first
  async function book(): Promise<void> {
    const now = writer.tokensSpent()
    if (now === booked) return
    await catalogue.settings.set(SPENT, `${today(dependencies)} ${(await spentToday(dependencies)) + now - booked}`)
    booked = now
  }
  return {
    spent,
    book,
    async close() {
      await book()
      if (writer.tokensSpent() > first) await catalogue.libraries.update(library.key, { writtenTokens: spent() })
    },
  }
}
