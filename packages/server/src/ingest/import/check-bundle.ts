import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import {
  ImportLibrary,
  LIBRARY_ID_FORM,
  LIMITS,
  parseChosenLibraryId,
  requestProblem,
  type ImportLibrariesResponse,
} from "@lectern/contract"
import { asError, InvalidInput, ServiceError } from "../../base/errors.ts"
import type { NewLibrary } from "../../catalogue/libraries/records.ts"
import { createBundleScanner } from "./bundle-scanner.ts"
import { kindOfImport, sourceOfImport } from "./store-imported-library.ts"
import { findOverlongField } from "./find-overlong-field.ts"
import { BUNDLE_MAX_TEXT_BYTES, openBundle, type ReceivedBundle } from "./open-bundle.ts"

/** Maximum number of entries per bundle. The largest known export has several thousand. */
const MAX_ENTRIES = 50_000

type Skipped = ImportLibrariesResponse["skipped"][number]

/** Some entries of a bundle: those that can be imported, and why others cannot. */
export interface CheckedEntries {
  readonly libraries: readonly NewLibrary[]
  readonly skipped: readonly Skipped[]
}

/** Receives the results of checking a bundle. */
export interface BundleCheckListener {
  onEntries(entries: CheckedEntries): void
}

/**
 * Checks a bundle library by library, and writes the valid ones to a new bundle.
 *
 * @param outputPath file to write.
 * @returns whether the bundle requests overwriting.
 * @throws {InvalidInput} if it is not a bundle, or none of its entries is a valid library.
 */
export async function checkBundle(
  bundle: ReceivedBundle,
  outputPath: string,
  listener: BundleCheckListener,
): Promise<{ readonly force: boolean }> {
  const check = new BundleCheck(listener)
  await pipeline(Readable.from(check.read(await openBundle(bundle))), createWriteStream(outputPath))
  return { force: check.force }
}

class BundleCheck {
  force = false
  readonly #listener: BundleCheckListener
  readonly #seenIds = new Set<string>()
  #entryCount = 0
  #malformed: string | undefined
  #malformedCount = 0
  #accepted: string[] = []
  #libraries: NewLibrary[] = []
  #skipped: Skipped[] = []

  constructor(listener: BundleCheckListener) {
    this.#listener = listener
  }

  async *read(input: Readable): AsyncGenerator<string> {
    const scanner = createBundleScanner({
      onLibrary: (text) => this.#check(text),
      onMember: (name, text) => this.#readMember(name, text),
    })
    const decoder = new TextDecoder("utf-8", { fatal: true })
    let byteCount = 0
    let separator = ""
    yield '{"libraries":['
    const flush = () => {
      this.#report()
      const text = this.#accepted.map((library) => separator + ((separator = ",\n"), library)).join("")
      this.#accepted = []
      return text
    }
    try {
      for await (const chunk of input as AsyncIterable<Buffer>) {
        byteCount += chunk.length
        if (byteCount > BUNDLE_MAX_TEXT_BYTES) {
          throw new InvalidInput(
            `cannot read the bundle: it unpacks to more than ${BUNDLE_MAX_TEXT_BYTES / 2 ** 20} MB. Split it into smaller bundles`,
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
    this.#assertAnyValid()
    yield `${flush()}]}`
  }

  #report(): void {
    if (this.#libraries.length + this.#skipped.length === 0) return
    this.#listener.onEntries({ libraries: this.#libraries, skipped: this.#skipped })
    this.#libraries = []
    this.#skipped = []
  }

  /** Throws if no library is valid, because that is a mistake rather than an empty import. */
  #assertAnyValid(): void {
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
    if (this.#entryCount > MAX_ENTRIES) {
      throw new InvalidInput(
        `cannot read the bundle: it has more than ${MAX_ENTRIES} entries. Split it into smaller bundles`,
      )
    }
    const entry = parseEntry(text)
    const parsed = ImportLibrary.safeParse(entry, { reportInput: true })
    if (!parsed.success) {
      this.#malformedCount++
      const reason = requestProblem(parsed.error.issues.slice(0, 5)).message
      this.#malformed ??= reason
      this.#skipped.push({ project: projectOf(entry), reason })
      return
    }
    const library = parsed.data
    const id = parseChosenLibraryId(library.project)
    if (id === undefined) {
      const reason = `project: must have the form ${LIBRARY_ID_FORM}, without a version or spaces`
      this.#skipped.push({ project: library.project.slice(0, LIMITS.libraryIdMaxCharacters), reason })
      return
    }
    const reason = findOverlongField(library) ?? this.#duplicateReason(id)
    if (reason !== undefined) {
      this.#skipped.push({ project: id, reason })
      return
    }
    this.#seenIds.add(id.toLowerCase())
    this.#accepted.push(text)
    this.#libraries.push(newLibraryOf(library))
  }

  #duplicateReason(id: string): string | undefined {
    return this.#seenIds.has(id.toLowerCase())
      ? "duplicate entry: the bundle contains this library more than once, and only the first entry is imported"
      : undefined
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

function projectOf(entry: unknown): string {
  const project = typeof entry === "object" && entry !== null && "project" in entry ? entry.project : undefined
  return typeof project === "string" ? project.slice(0, LIMITS.libraryIdMaxCharacters) : ""
}

/** The library until its content is imported. */
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
