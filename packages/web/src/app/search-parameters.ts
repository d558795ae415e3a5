import { JOB_STATES, type JobState, LIMITS } from "@lectern/contract"

/** Forms in which an answer is shown. */
export const ANSWER_VIEWS = ["rendered", "text", "json", "explain"] as const
export type AnswerView = (typeof ANSWER_VIEWS)[number]

/** The parameters in the URL of a library page: the tab, and the question with its options. */
export interface LibraryAddress {
  readonly tab?: string
  readonly q?: string
  readonly version?: string
  readonly terms?: string
  readonly tokens?: number
  readonly view?: AnswerView
  /** `full`: the answer fills the token budget. */
  readonly length?: "full"
  /** Library or version whose answer is shown side by side. */
  readonly compare?: string
  /** Path of the page whose snippets are shown. */
  readonly page?: string
  /** Words that the displayed snippets contain. */
  readonly find?: string
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined)

/** Reads the parameters of a library page; invalid ones are ignored. */
export function libraryAddressOf(search: Readonly<Record<string, unknown>>): LibraryAddress {
  const names = ["tab", "q", "version", "terms", "compare", "page", "find"] as const
  const [tab, q, version, terms, compare, page, find] = names.map((name) => textOf(search[name]))
  const tokens = Number(search["tokens"])
  const view = ANSWER_VIEWS.find((each) => each === search["view"])
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(q === undefined || q === "" ? {} : { q: q.slice(0, LIMITS.queryMaxCharacters) }),
    ...(version === undefined || version === "" ? {} : { version }),
    ...(terms === undefined || terms === "" ? {} : { terms }),
    ...(tokens >= LIMITS.contextTokensMin && tokens <= LIMITS.contextTokensMax ? { tokens } : {}),
    ...(view === undefined ? {} : { view }),
    ...(search["length"] === "full" ? { length: "full" } : {}),
    ...(compare === undefined || compare === "" ? {} : { compare }),
    ...(page === undefined || page === "" ? {} : { page }),
    ...(find === undefined || find === "" ? {} : { find: find.slice(0, LIMITS.queryMaxCharacters) }),
  }
}

/** The parameters in the URL of the list of libraries: the words that are searched. */
export interface LibrariesAddress {
  readonly q?: string
}

/** Reads the parameters of the list of libraries. */
export function librariesAddressOf(search: Readonly<Record<string, unknown>>): LibrariesAddress {
  const q = textOf(search["q"])?.slice(0, LIMITS.queryMaxCharacters)
  return q === undefined || q === "" ? {} : { q }
}

/** The parameters in the URL of the jobs: the state that they have, and the job whose log is shown. */
export interface JobsAddress {
  readonly state?: JobState
  readonly job?: string
}

/** Reads the parameters of the page of jobs; invalid ones are ignored. */
export function jobsAddressOf(search: Readonly<Record<string, unknown>>): JobsAddress {
  const state = JOB_STATES.find((each) => each === search["state"])
  const job = textOf(search["job"])
  return { ...(state === undefined ? {} : { state }), ...(job === undefined || job === "" ? {} : { job }) }
}

/** Reads the page to open after signing in: a path of the dashboard, never another site. */
export function pathAfterSignIn(search: Readonly<Record<string, unknown>>): { readonly returnTo?: string } {
  const path = search["returnTo"]
  return typeof path === "string" && /^\/(?![/\\])/.test(path) ? { returnTo: path } : {}
}
