import { libraryIdOf, type LibraryId, type SourceSegment } from "./library-id.ts"

/** Endings of host names that say nothing about the product: `nextjs.org` is `nextjs`, but `react.dev` is `react_dev`. */
const COMMON_ENDINGS = /\.(com|org)$/

/** Everything that is not a letter, a digit or one of the marks that read well in an identifier. */
const NOT_IN_SEGMENT = /[^\p{L}\p{N}_.~-]+/gu

/**
 * Gives the identifier of a web site: its host without `www.` or `docs.` and without a common ending, then its path,
 * with `_` for `.`, `/` and `:`.
 *
 * @param url absolute address; query and fragment do not matter.
 * @returns `/websites/<id>`, for instance `/websites/php_net_manual_en`; undefined when the URL cannot be read.
 */
export function websiteId(url: string): LibraryId | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, port, pathname } = new URL(url)
  const host = withoutLead(hostname.toLowerCase()).replace(COMMON_ENDINGS, "")
  const text = `${host}${port === "" ? "" : `:${port}`}${decoded(pathname)}`.toLowerCase()
  const name = joinWords(text.replaceAll(".", "_"))
  return name === "" ? undefined : libraryIdOf("websites", name)
}

/**
 * Gives the identifier of an llms.txt-style file: host and folders with `_`, then `-` and the name of the file.
 *
 * @param url absolute address of the file.
 * @returns for instance `/llmstxt/dev_algorand_co-llms.txt`; undefined when the URL cannot be read or names no file.
 */
export function llmsTxtId(url: string): LibraryId | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, port, pathname } = new URL(url)
  const segments = decoded(pathname)
    .split("/")
    .filter((segment) => segment !== "")
  const file = segments.pop()
  if (file === undefined) return undefined
  const host = `${hostname.toLowerCase().replace(/^www\./, "")}${port === "" ? "" : `:${port}`}`
  const place = joinWords([host, ...segments].join("_").replaceAll(".", "_"))
  return libraryIdOf("llmstxt", `${place}-${joinWords(file)}`.toLowerCase())
}

/**
 * Gives the identifier of an upload or an OpenAPI description: the slug of its title, else of its file name.
 *
 * @param segment source segment the identifier starts with.
 * @param names candidates in order of preference; the first that leaves anything is taken. Undefined ones are skipped.
 * @returns lower case with `-`, for instance `/docs/employee-handbook`; `untitled` when nothing is left of any.
 */
export function slugId(segment: SourceSegment, ...names: readonly (string | undefined)[]): LibraryId {
  const slug = names.map((name) => slugOf(name ?? "")).find((candidate) => candidate !== "")
  return libraryIdOf(segment, slug ?? "untitled")
}

/** Cuts the ending off a file name (`guide.v2.pdf` → `guide.v2`), for use with `slugId`. */
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

/** A lead is only dropped when a name remains: `docs.com` stays. */
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
    // A stray percent sign: the path is used as it is written.
    return pathname
  }
}
