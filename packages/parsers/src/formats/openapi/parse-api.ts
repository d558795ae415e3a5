import type { Document } from "../../document/document.ts"
import { runWithin, TimeLimitExceeded } from "../../threads/run-within.ts"
import { ApiFiles, externalReferences } from "./description/api-files.ts"
import { objectOf, textOf } from "./description/json-value.ts"
import { listOperations, pointerSegment, UNTAGGED, type Operation } from "./description/list-operations.ts"
import { writeOperation } from "./pages/operation-page.ts"
import { operationPath } from "./description/operation-path.ts"
import { writeOverview } from "./pages/overview-page.ts"
import { writeSchema } from "./pages/schema-page.ts"
import { writeTag } from "./pages/tag-page.ts"
import { parseApiFile } from "./files/parse-api-file.ts"

/**
 * Time limit for writing one page; the largest pages of real descriptions take some ten milliseconds. Each page that takes
 * longer halves the limit of the next ones, down to the minimum.
 */
const PAGE_LIMIT_MS = 2_000
const MIN_PAGE_LIMIT_MS = 100
/** Maximum time for a page if the machine is busy. */
const MAX_PAGE_MS = 10_000

/** One page of an API, passed to the index as a file of the source. */
export interface ApiPage {
  /** Path inside the library, unique. */
  readonly path: string
  /** Fragment of its URL, without `#`; undefined for the overview. */
  readonly fragment?: string | undefined
  /** The document as JSON, for `parseApiPage`. It is written when it is read. @throws {Error} if it takes too long. */
  readonly text: string
}

/** A parsed description. */
export interface ParsedApi {
  /** Title from the description. */
  readonly title?: string | undefined
  /** Markdown. */
  readonly description?: string | undefined
  readonly pageCount: number
  /** Creates the pages one by one: overview, tags, operations, webhooks, schemas. */
  pages(): Iterable<ApiPage>
}

/** The functions of this folder that the source of descriptions uses. */
export interface ApiParser {
  readonly parseFile: typeof parseApiFile
  readonly externalReferences: typeof externalReferences
  parseApi(roots: ReadonlyMap<string, unknown>, mainUrl: string): ParsedApi
}

/** Parses descriptions; passed to the source as an argument. */
export const apiParser: ApiParser = { parseFile: parseApiFile, externalReferences, parseApi }

/**
 * Prepares the pages of a description.
 *
 * @param roots the contents of its files by URL, as `parseApiFile` returns them.
 * @param mainUrl URL of the description, without a fragment.
 */
export function parseApi(roots: ReadonlyMap<string, unknown>, mainUrl: string): ParsedApi {
  const files = new ApiFiles(roots, mainUrl)
  const root = files.open(files.main)
  const info = files.open(files.member(root, "info")).value
  const title = textOf(info["title"])
  const description = textOf(info["description"]) ?? textOf(info["summary"])
  const operations = listOperations(files)
  const operationsByTag = byTag(operations)
  const tags = tagsOf(files, operations)
  const schemas = files.members(files.open(files.member(root, "components")), "schemas")
  return {
    title,
    description,
    pageCount: 1 + tags.length + operations.length + schemas.length,
    *pages() {
      const pathOf = uniquePaths()
      const pageOf = makePageWriter()
      yield pageOf(pathOf("overview"), () => writeOverview(files, title ?? "API"))
      for (const { name, description, fragment } of tags) {
        const tagged = operationsByTag.get(name) ?? []
        yield pageOf(pathOf(`${slug(name)}/overview`), () => writeTag(name, description, tagged), fragment)
      }
      for (const operation of operations) {
        const path = pathOf(`${slug(operation.tag)}/${slug(`${operation.method} ${operation.path}`)}`)
        yield pageOf(operationPath(path), () => writeOperation(files, operation), operation.fragment)
      }
      for (const [name, at] of schemas) {
        const fragment = encodeURI(`/components/schemas/${pointerSegment(name)}`)
        yield pageOf(pathOf(`schemas/${slug(name)}`), () => writeSchema(files, name, at), fragment)
      }
    },
  }
}

interface Tag {
  readonly name: string
  readonly description: string | undefined
  readonly fragment: string
}

/** Tags that the description declares, then those that only occur in operations. */
function tagsOf(files: ApiFiles, operations: readonly Operation[]): readonly Tag[] {
  const root = files.open(files.main)
  const found = new Map<string, Tag>()
  for (const [index, at] of files.entries(root, "tags").entries()) {
    const { value } = files.open(at)
    const name = textOf(value["name"])
    const more = textOf(objectOf(value["externalDocs"])["url"])
    const description = [textOf(value["description"]), more].filter((text) => text !== undefined).join("\n\n")
    if (name === undefined || found.has(name)) continue
    found.set(name, { name, description: description === "" ? undefined : description, fragment: `/tags/${index}` })
  }
  for (const { tag, kind } of operations) {
    const fragment = kind === "webhook" ? "/webhooks" : "/paths"
    if (!found.has(tag))
      found.set(tag, { name: tag, description: undefined, fragment: tag === UNTAGGED ? "/paths" : fragment })
  }
  return [...found.values()]
}

function byTag(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const group = groups.get(operation.tag)
    if (group === undefined) groups.set(operation.tag, [operation])
    else group.push(operation)
  }
  return groups
}

/** Creates a function for the pages of one description, which share the patience for slow ones. */
function makePageWriter() {
  let limitMs = PAGE_LIMIT_MS
  return (path: string, write: () => Document, fragment?: string): ApiPage => ({
    path,
    fragment,
    get text() {
      try {
        return runWithin(limitMs, () => JSON.stringify(write()), MAX_PAGE_MS)
      } catch (thrown) {
        if (!(thrown instanceof TimeLimitExceeded)) throw thrown
        limitMs = Math.max(MIN_PAGE_LIMIT_MS, limitMs / 2)
        throw new Error(`writing the page was stopped: ${thrown.message}`, { cause: thrown })
      }
    },
  })
}

function uniquePaths(): (path: string) => string {
  const counts = new Map<string, number>()
  return (path) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count === 1 ? path : `${path}-${count}`
  }
}

/** Maximum length of a path. */
const MAX_SLUG_CHARACTERS = 120

function slug(text: string): string {
  const words = text.replaceAll(/[^\p{L}\p{N}_]+/gu, "-").replaceAll(/^-+|-+$/g, "")
  return words.slice(0, MAX_SLUG_CHARACTERS) || "unnamed"
}
