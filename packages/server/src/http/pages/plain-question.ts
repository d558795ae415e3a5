import { LIMITS } from "@lectern/contract"

/** A question in a form without JavaScript. */
export interface PlainQuestion {
  readonly libraryId: string
  readonly query: string
  /** Other parameters of the answer, by name. */
  readonly options?: readonly (readonly [name: string, value: string])[]
}

/**
 * Parses the library and the question from the URL of a library page, in the dashboard's format. Nothing is looked up:
 * the page is the same whether the library exists or not.
 *
 * @param path the part of the URL after `/libraries/`.
 * @returns undefined if it is not the URL of a library.
 */
export function readPlainQuestion(
  path: string,
  search: Readonly<Record<string, unknown>>,
  defaultQuery: string,
): PlainQuestion | undefined {
  const [owner = "", repo = "", ...rest] = path.split("/")
  if (owner === "" || repo === "" || rest.length > 0) return undefined
  const version = textOf(search["version"])
  const query = textOf(search["q"]).slice(0, LIMITS.queryMaxCharacters)
  const libraryId = `/${owner}/${repo}${version === "" ? "" : `/${version}`}`
  const terms = textOf(search["terms"])
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "")
    .slice(0, LIMITS.termsMaxCount)
  const tokens = Number(textOf(search["tokens"]))
  const hasTokens = tokens >= LIMITS.contextTokensMin && tokens <= LIMITS.contextTokensMax
  return {
    libraryId: libraryId.slice(0, LIMITS.libraryIdMaxCharacters),
    query: query === "" ? defaultQuery : query,
    options: [
      ...terms.map((term) => ["terms", term] as const),
      ...(hasTokens ? [["tokens", String(tokens)] as const] : []),
      ...(textOf(search["length"]) === "full" ? [["length", "full"] as const] : []),
    ],
  }
}

/**
 * Converts a parameter to text. The dashboard quotes texts that look like another type, such as the version `"3.0"`.
 */
function textOf(value: unknown): string {
  if (typeof value !== "string") return ""
  return value.replace(/^"(.*)"$/s, "$1")
}
