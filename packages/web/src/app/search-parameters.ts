import { LIMITS } from "@lectern/contract"

/** Forms in which an answer is shown. */
export const ANSWER_VIEWS = ["rendered", "text", "json"] as const
export type AnswerView = (typeof ANSWER_VIEWS)[number]

/** What the address of a library page says: the tab, and the question with its options. */
export interface LibraryAddress {
  readonly tab?: string
  readonly q?: string
  readonly version?: string
  readonly terms?: string
  readonly tokens?: number
  readonly view?: AnswerView
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined)

/** Reads the parameters of a library page; what is invalid is left out. */
export function libraryAddressOf(search: Readonly<Record<string, unknown>>): LibraryAddress {
  const [tab, q, version, terms] = [search["tab"], search["q"], search["version"], search["terms"]].map(textOf)
  const tokens = Number(search["tokens"])
  const view = ANSWER_VIEWS.find((each) => each === search["view"])
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(q === undefined || q === "" ? {} : { q: q.slice(0, LIMITS.queryMaxCharacters) }),
    ...(version === undefined || version === "" ? {} : { version }),
    ...(terms === undefined || terms === "" ? {} : { terms }),
    ...(tokens >= LIMITS.contextTokensMin && tokens <= LIMITS.contextTokensMax ? { tokens } : {}),
    ...(view === undefined ? {} : { view }),
  }
}

/** Reads where to go after signing in: a path of the dashboard, never another site. */
export function pathAfterSignIn(search: Readonly<Record<string, unknown>>): { readonly returnTo?: string } {
  const path = search["returnTo"]
  return typeof path === "string" && /^\/(?![/\\])/.test(path) ? { returnTo: path } : {}
}
