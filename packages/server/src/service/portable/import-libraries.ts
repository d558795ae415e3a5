import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setImmediate as nextTurn } from "node:timers/promises"
import { ImportLibrary, LIMITS, parseLibraryId, requestProblem, type ImportLibrariesResponse } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { asError, InvalidInput, ServiceError } from "../../base/errors.ts"
import type { NewLibrary } from "../../catalogue/libraries/records.ts"
import { kindOfImport, sourceOfImport } from "../../ingest/import/store-imported-library.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../sources/base/work-directory.ts"
import { createBundleScanner } from "./bundle-scanner.ts"
import { findOverlongField } from "./find-overlong-field.ts"
import { IMPORT_REMEMBERS_MAX_LIBRARIES } from "../jobs/import-jobs.ts"
import { BUNDLE_MAX_TEXT_BYTES, openBundle, type ReceivedBundle } from "./open-bundle.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { requesterOf, tenantOf } from "../libraries/submit-library.ts"
import type { TransferServices } from "./transfer-services.ts"

/** Libraries put into the catalogue at a time; other requests get their turn in between. */
const LIBRARIES_PER_BATCH = 100

/** What to import. */
export interface ImportLibrariesUpload {
  readonly bundle: ReceivedBundle
  /** Overwrites libraries that exist; a JSON bundle may say so itself. */
  readonly force?: boolean | undefined
}

type Skipped = ImportLibrariesResponse["skipped"][number]

/**
 * Queues the libraries of a bundle to be imported. Every one is checked now; those that cannot be taken, or exist and
 * are not to be overwritten, are named with the reason.
 *
 * @throws {InvalidInput} when the bundle is none, or not one of its libraries has the form of one.
 */
export async function importLibraries(
  context: TransferServices,
  caller: Authorized<"importLibraries">,
  upload: ImportLibrariesUpload,
): Promise<ImportLibrariesResponse> {
  const directory = await openWorkDirectory(context.workDirectory)
  const path = join(directory, "bundle.json")
  try {
    const checked = new CheckedBundle()
    await pipeline(Readable.from(checked.read(await openBundle(upload.bundle))), createWriteStream(path))
    const force = upload.force ?? checked.force
    const skipped = [...checked.skipped]
    const taken: NewLibrary[] = []
    for (const library of checked.libraries) {
      const living = await context.catalogue.libraries.byId(library.id)
      const isWaiting = living?.source.type === "import" && living.publishedAtMs === null
      if (living === undefined || isWaiting || force) taken.push(library)
      else skipped.push({ project: library.id, reason: `${living.id} already exists. Send force to overwrite it` })
    }
    if (taken.length > 0) await queueImport(context, caller, { path, taken, force })
    const queued = taken.map(({ id }) => id)
    return {
      message: `${queued.length} libraries queued for import, ${skipped.length} skipped`,
      queued,
      skipped,
    }
  } finally {
    await removeWorkDirectory(directory)
  }
}

interface CheckedImport {
  readonly path: string
  readonly taken: readonly NewLibrary[]
  readonly force: boolean
}

async function queueImport(context: TransferServices, caller: Caller, checked: CheckedImport): Promise<void> {
  const { path, taken, force } = checked
  const bundleHash = await context.blobs.putFile(path)
  const [only] = taken.length === 1 ? taken : []
  const job = await context.catalogue.jobs.add({
    kind: "import",
    libraryKey: null,
    libraryId: only?.id ?? null,
    versionTag: "",
    payload: { bundleHash, ...(force ? { force } : {}), ...rememberedIds(taken) },
    requestedBy: requesterOf(caller),
    tenant: tenantOf(caller),
  })
  // From here on the identifiers answer that they are being processed.
  for (let start = 0; start < taken.length; start += LIBRARIES_PER_BATCH) {
    await context.catalogue.libraries.addMany(taken.slice(start, start + LIBRARIES_PER_BATCH))
    await nextTurn()
  }
  context.wakeWorker()
  await context.catalogueSync.catchUp()
  context.log.info({ jobId: job.id, libraries: taken.length }, "import queued")
  const subject = `${taken.length}${force ? " with force" : ""}: ${taken.map(({ id }) => id).join(", ")}`
  await recordAuditEntry(context, caller, { action: "library.import", subject, teamspaceKey: null })
}

function rememberedIds(libraries: readonly NewLibrary[]): { readonly libraryIds?: readonly string[] } {
  return libraries.length > IMPORT_REMEMBERS_MAX_LIBRARIES ? {} : { libraryIds: libraries.map(({ id }) => id) }
}

/** Reads a bundle library by library and writes the ones that have the right form into a bundle of our own. */
class CheckedBundle {
  readonly libraries: NewLibrary[] = []
  readonly skipped: Skipped[] = []
  force = false
  readonly #seenIds = new Set<string>()
  #entryCount = 0
  #malformed: string | undefined
  #malformedCount = 0
  #accepted: string[] = []

  async *read(input: Readable): AsyncGenerator<string> {
    const scanner = createBundleScanner({
      onLibrary: (text) => this.#check(text),
      onMember: (name, text) => this.#readMember(name, text),
    })
    const decoder = new TextDecoder("utf-8", { fatal: true })
    let byteCount = 0
    yield '{"libraries":['
    let isFirst = true
    const flush = () => {
      const text = this.#accepted.map((library) => (isFirst ? ((isFirst = false), library) : `,\n${library}`)).join("")
      this.#accepted = []
      return text
    }
    try {
      for await (const chunk of input as AsyncIterable<Buffer>) {
        byteCount += chunk.length
        if (byteCount > BUNDLE_MAX_TEXT_BYTES) {
          throw new InvalidInput(
            `cannot read the bundle: it unpacks to more than ${BUNDLE_MAX_TEXT_BYTES / 2 ** 20} MB. Split it`,
          )
        }
        scanner.push(decoder.decode(chunk, { stream: true }))
        if (this.#accepted.length > 0) yield flush()
      }
      scanner.push(decoder.decode())
    } catch (error) {
      if (error instanceof ServiceError) throw error
      throw new InvalidInput(`cannot read the bundle: ${asError(error).message}`, { cause: error })
    }
    scanner.end()
    this.#assertSomethingFits()
    yield `${flush()}]}`
  }

  /** A bundle in which nothing has the form of a library is a mistake, not an empty import. */
  #assertSomethingFits(): void {
    if (this.#entryCount > 0 && this.#malformedCount === this.#entryCount) {
      throw new InvalidInput(
        `cannot import the bundle: no entry of libraries is a valid library. ${this.#malformed ?? ""}`,
      )
    }
  }

  #readMember(name: string, text: string): void {
    if (name !== "force") return
    if (text !== "true" && text !== "false") throw new InvalidInput("force: must be true or false")
    this.force = text === "true"
  }

  #check(text: string): void {
    this.#entryCount++
    const parsed = ImportLibrary.safeParse(parseEntry(text), { reportInput: true })
    if (!parsed.success) {
      this.#malformedCount++
      const reason = requestProblem(parsed.error.issues.slice(0, 5)).message
      this.#malformed ??= reason
      this.skipped.push({ project: projectOf(text), reason })
      return
    }
    const library = parsed.data
    const id = parseLibraryId(library.project)
    if (id === undefined) {
      const reason = "project: must have the form /owner/repo or /<source>/<id>, without a version"
      this.skipped.push({ project: library.project, reason })
      return
    }
    const overlong = findOverlongField(library)
    if (overlong !== undefined) {
      this.skipped.push({ project: id, reason: overlong })
      return
    }
    if (this.#seenIds.has(id.toLowerCase())) {
      this.skipped.push({
        project: id,
        reason:
          "duplicate entry: the bundle contains this library more than once, and only the first entry is imported",
      })
      return
    }
    this.#seenIds.add(id.toLowerCase())
    this.#accepted.push(text)
    this.libraries.push(newLibraryOf(library))
  }
}

function parseEntry(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new InvalidInput(`cannot read the bundle: an entry of libraries is not valid JSON (${text.slice(0, 40)})`, {
      cause,
    })
  }
}

function projectOf(text: string): string {
  const entry = parseEntry(text)
  const project = typeof entry === "object" && entry !== null && "project" in entry ? entry.project : undefined
  return typeof project === "string" ? project.slice(0, LIMITS.libraryIdMaxCharacters) : ""
}

/** The library as it stands until its content is there. */
function newLibraryOf(library: ImportLibrary): NewLibrary {
  return {
    id: library.project,
    kind: kindOfImport(library.type),
    title: library.title || library.project.split("/").at(-1) || library.project,
    description: library.description,
    isDescribed: true,
    isPrivate: false,
    branch: library.branch,
    source: sourceOfImport(library),
  }
}
