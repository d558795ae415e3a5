import { libraryIdOf, type LibraryId, type SourceSegment } from "./library-id.ts"
import { isUrl } from "../text/is-url.ts"

/**
 * Host name endings without meaning for the product: `nextjs.org` becomes `nextjs`, but `react.dev` becomes
 * `react_dev`.
 */
const COMMON_ENDINGS = /\.(com|org)$/

/** Everything except letters, digits and marks that are readable in an identifier. */
const NOT_IN_SEGMENT = /[^\p{L}\p{N}_.~-]+/gu

/**
 * Returns the identifier of a website: its host without `www.` or `docs.` and without a common ending, then its path,
 * with `_` for `.`, `/` and `:`.
 *
 * @param url absolute address; query and fragment are ignored.
 * @returns `/websites/<id>`, for example `/websites/php_net_manual_en`; undefined if the URL is invalid.
 */
export function websiteId(url: string): LibraryId | undefined {
  if (!isUrl(url)) return undefined
  const { hostname, port, pathname } = new URL(url)
  const host = withoutLead(hostname.toLowerCase()).replace(COMMON_ENDINGS, "")
  const text = `${host}${port === "" ? "" : `:${port}`}${decoded(pathname)}`.toLowerCase()
  const name = joinWords(text.replaceAll(".", "_"))
  return name === "" ? undefined : libraryIdOf("websites", name)
}

/**
 * Returns the identifier of an llms.txt file: host and folders with `_`, then `-` and the file name.
 *
 * @param url absolute address of the file.
 * @returns for example `/llmstxt/dev_algorand_co-llms.txt`; undefined if the URL is invalid or names no file.
 */
export function llmsTxtId(url: string): LibraryId | undefined {
  if (!isUrl(url)) return undefined
  const { hostname, port, pathname } = new URL(url)
  const segments = decoded(pathname)
    .split("/")
    .filter((segment) => segment !== "")
  const file = segments.pop()
  if (file === undefined) return undefined
  const host = `${hostname.toLowerCase().replace(/^www\./, "")}${port === "" ? "" : `:${port}`}`
  const hostPath = joinWords([host, ...segments].join("_").replaceAll(".", "_"))
  return libraryIdOf("llmstxt", `${hostPath}-${joinWords(file)}`.toLowerCase())
}

/**
 * Returns the identifier of an upload or an OpenAPI description: the slug of its title, or else of its file name.
 *
 * @param segment first segment of the identifier.
 * @param names candidates in order of preference; the first with a non-empty slug is used. Undefined ones are skipped.
 * @returns lower case with `-`, for example `/docs/employee-handbook`; `untitled` if every slug is empty.
 */
export function slugId(segment: SourceSegment, ...names: readonly (string | undefined)[]): LibraryId {
  const slug = names.map((name) => slugOf(name ?? "")).find((candidate) => candidate !== "")
  return libraryIdOf(segment, slug ?? "untitled")
}

/** Removes the extension of a file name (`guide.v2.pdf` → `guide.v2`), for use with `slugId`. */
export function fileTitle(fileName: string): string {
  const name = fileName.slice(fileName.lastIndexOf("/") + 1)
  const dot = name.lastIndexOf(".")
  return dot > 0 ? name.slice(0, dot) : name
}

function slugOf(text: string): string {
  const letters = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .normalize("NFKC")
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-+|-+$/g, "")
}

/** A prefix is only dropped if a name remains: `docs.com` is kept. */
function withoutLead(host: string): string {
  const bare = host.replace(/^www\./, "")
  const short = bare.replace(/^docs\./, "")
  return short.includes(".") ? short : bare
}

function joinWords(text: string): string {
  return text.replaceAll(NOT_IN_SEGMENT, "_").replaceAll(/^_+|_+$/g, "")
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    // A stray percent sign: the path is used as written.
    return pathname
  }
}
