import { isLatestTag, parseLibraryReference, resolveVersionTag, type VersionStatus } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { type LibraryCandidate, selectLibraries } from "./combined/select-libraries.ts"
import { indexedTags } from "../libraries/describe-library.ts"
import { type LibraryReader, readerOf } from "../libraries/library-reader.ts"
import { keysOfScope, type LibraryScope, withinScope } from "../libraries/library-scope.ts"
import { queueMissedVersion } from "./missed-versions.ts"
import type { AnswerServices } from "./answer-services.ts"

/** A library with the version that serves the request. */
export interface ServedLibrary extends LibraryCandidate {
  readonly record: LibraryRecord
  readonly indexHash: string
  readonly requested: string | undefined
  readonly served: string
  readonly status: VersionStatus
}

/** Libraries that are asked when the question names none: on most instances these are all. */
const ASKED_UNNAMED = 24
const SURE_NAME = 1
/** What an answer calls the version that an identifier without one serves. */
export const CURRENT = "current"

/**
 * Finds the libraries that are to be asked, each with the version that serves it.
 *
 * Hints select exactly; without one the question does. A version applies to hinted libraries, and to the one that the
 * question names.
 */
export async function findServedLibraries(
  context: AnswerServices,
  caller: Caller,
  request: {
    readonly query: string
    readonly library?: readonly string[] | undefined
    readonly version?: string | undefined
    readonly scope?: LibraryScope
  },
): Promise<readonly ServedLibrary[]> {
  const unscoped = await readerOf(context, caller)
  const scopeKeys = await keysOfScope(context, unscoped, request.scope)
  const reader = withinScope(unscoped, scopeKeys)
  const hints = (request.library ?? []).map(readHint)
  const candidates =
    hints.length > 0
      ? await candidatesOfHints(context, reader, request.query, hints)
      : await candidatesOfQuestion(context, { reader, scopeKeys }, request.query)
  const namedCount = candidates.filter(({ nameScore }) => nameScore > 0).length
  const appliesVersion = hints.length > 0 || namedCount === 1
  const version =
    request.version === undefined || isLatestTag(request.version) || !appliesVersion ? undefined : request.version
  const served: ServedLibrary[] = []
  for (const candidate of candidates) {
    const library = await serve(context, reader, candidate, candidate.versionTag ?? version)
    if (library !== undefined) served.push(library)
  }
  return served
}

interface Hint {
  readonly name: string
  readonly id: string | undefined
  readonly versionTag: string | undefined
}

/** A library value is an exact identifier or a product name, either with a tag. */
function readHint(text: string): Hint {
  const reference = parseLibraryReference(text)
  if (reference !== undefined) {
    return { name: reference.id.slice(1), id: reference.id, versionTag: withoutLatest(reference.versionTag) }
  }
  const [, name = text, tag] = /^(.+)@(v?\d[\w.+-]*|latest)$/i.exec(text) ?? []
  return { name, id: undefined, versionTag: withoutLatest(tag) }
}

/** `latest` equals no version. */
function withoutLatest(tag: string | undefined): string | undefined {
  return tag === undefined || isLatestTag(tag) ? undefined : tag
}

type Candidate = LibraryCandidate & { readonly versionTag?: string }

/** Who asks, and the libraries that this is held to. */
interface Asker {
  readonly reader: LibraryReader
  readonly scopeKeys: ReadonlySet<string> | undefined
}

async function candidatesOfHints(
  context: AnswerServices,
  reader: LibraryReader,
  question: string,
  hints: readonly Hint[],
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = []
  for (const { name, id, versionTag } of hints) {
    const exact = id === undefined ? undefined : await findExact(context, reader, id)
    const tag = versionTag === undefined ? {} : { versionTag }
    if (exact !== undefined && exact.totalSnippets > 0) {
      candidates.push({ key: exact.key, id: exact.id, nameScore: SURE_NAME, ...tag })
      continue
    }
    const found = context.directory.lookUp(name, question, {
      limit: 3,
      fast: false,
      teamspaceKey: reader.finderKey,
      isVisible: (key) => reader.mayFind(key) === "visible",
    })
    const best = await firstWithContent(
      context,
      found.map(({ key }) => key),
    )
    if (best !== undefined) candidates.push({ key: best.key, id: best.id, nameScore: SURE_NAME, ...tag })
  }
  return candidates.filter(({ key }, at) => candidates.findIndex((other) => other.key === key) === at)
}

/** Finds the library that an identifier means to the caller; one that is kept away is not there. */
async function findExact(
  context: AnswerServices,
  reader: LibraryReader,
  id: string,
): Promise<LibraryRecord | undefined> {
  const called = await context.catalogue.libraries.called(id, reader.ownersOf(id))
  const meant = called.find((library) => reader.mayRead(library) !== "hidden")
  return meant !== undefined && reader.mayRead(meant) === "visible" ? meant : undefined
}

async function firstWithContent(context: AnswerServices, keys: readonly string[]): Promise<LibraryRecord | undefined> {
  for (const key of keys) {
    const library = await context.catalogue.libraries.byKey(key)
    if (library !== undefined && library.totalSnippets > 0) return library
  }
  return undefined
}

async function candidatesOfQuestion(
  context: AnswerServices,
  asker: Asker,
  question: string,
): Promise<readonly Candidate[]> {
  const { reader } = asker
  const selected = selectLibraries(context.directory, question, {
    teamspaceKey: reader.finderKey,
    isVisible: (key) => reader.mayFind(key) === "visible",
  })
  if (selected.some(({ nameScore }) => nameScore > 0)) return selected
  const known = new Set(selected.map(({ key }) => key))
  const others = await unnamedLibraries(context, asker)
  return [...selected, ...others.filter(({ key }) => !known.has(key)).map(({ key, id }) => ({ key, id, nameScore: 0 }))]
}

/** Libraries looked at in search of some that the caller may read. */
const NEWEST_LOOKED_AT = 10 * ASKED_UNNAMED

/** Libraries that may be asked although the question names none: those of the scope, else the newest. */
async function unnamedLibraries(
  context: AnswerServices,
  { reader, scopeKeys }: Asker,
): Promise<readonly Pick<LibraryRecord, "key" | "id">[]> {
  const { libraries } = context.catalogue
  const isVisible = ({ key }: { readonly key: string }) => reader.mayFind(key) === "visible"
  if (scopeKeys !== undefined) {
    return (await libraries.byKeys([...scopeKeys].slice(0, ASKED_UNNAMED))).filter(isVisible)
  }
  // One question, so that it takes no longer when some of them are hidden.
  const newest = await libraries.newest({ limit: NEWEST_LOOKED_AT, reader: reader.finderKey })
  return newest.filter(isVisible).slice(0, ASKED_UNNAMED)
}

/** Finds the version that serves a library: a fitting indexed tag, else what is current. */
async function serve(
  context: AnswerServices,
  reader: LibraryReader,
  candidate: Candidate,
  requested: string | undefined,
): Promise<ServedLibrary | undefined> {
  const record = await context.catalogue.libraries.byKey(candidate.key)
  if (record === undefined || record.isDeleted || record.redirectTo !== null) return undefined
  if (reader.mayRead(record) !== "visible") return undefined
  const versions = requested === undefined ? [] : await context.catalogue.versions.ofLibrary(record.key)
  const resolved = requested === undefined ? undefined : resolveVersionTag(requested, indexedTags(versions))
  // The next one who asks may find it.
  if (requested !== undefined && candidate.nameScore > 0 && resolved?.status !== "verified")
    await queueMissedVersion(context, record, requested)
  const version =
    resolved === undefined
      ? await context.catalogue.versions.get(record.key, "")
      : versions.find(({ tag }) => tag === resolved.tag)
  if (version === undefined || version.indexHash === null) return undefined
  const status = resolved?.status ?? "unverified"
  return { ...candidate, record, indexHash: version.indexHash, requested, served: resolved?.tag ?? CURRENT, status }
}
