import type { OperationId } from "@lectern/contract"
import type { Case, Sent, Step } from "../case.ts"
import { PRIVATE_LIBRARY, PUBLIC_LIBRARY } from "../fixtures.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const explained = (question: Readonly<Record<string, string>>, first: Step): Case => ({
  what: "with an explanation",
  steps: [first, "explainAnswer"],
  send: () => ({ query: { ...question, explain: "1", type: "json" } }),
  outcome: 200,
})
const plain = (steps: readonly Step[], send: () => Sent = () => ({})): readonly [Case] => [
  { what: "", steps, send, outcome: 200 },
]
/** Splits the id of a library into the parameters of its path. */
export function pathOf(libraryId: string): Sent {
  const [, owner = "", repo = ""] = libraryId.split("/")
  return { params: { owner, repo } }
}
/** A version that neither library has. A caller who cannot see the library gets the error for a missing library instead. */
const versionOf = (libraryId: string): Sent => ({ params: { ...pathOf(libraryId).params, tag: "v9" } })
const aboutBoth = (
  action: Step,
  send: (libraryId: string) => Sent,
  outcome: Case["outcome"] = 200,
): readonly [Case, Case] => [
  { what: "of a public library", steps: [action], send: () => send(PUBLIC_LIBRARY), outcome },
  {
    what: "of a private library",
    steps: [action, { knows: "privateLibrary" }],
    send: () => send(PRIVATE_LIBRARY),
    outcome,
  },
]
const question = "which animals drink water"

/** Requests that read libraries and information about the service. */
export const READING_CASES = {
  getHealth: plain(["readHealth"]),
  getReadiness: plain(["readHealth"]),
  ping: plain(["readHealth"]),
  getMcpStatus: plain(["readMcpStatus"]),
  getOpenApi: plain(["readDescription"]),
  readOpenApi: plain(["readDescription"]),
  searchLibraries: [
    ...plain(["search"], () => ({ query: { libraryName: "quagga" } })),
    explained({ libraryName: "quagga" }, "search"),
  ],
  combinedSearch: [
    ...plain(["search"], () => ({ query: { query: question } })),
    explained({ query: question }, "search"),
  ],
  getContext: [
    ...aboutBoth("readContext", (libraryId) => ({ query: { libraryId, query: question, type: "json" } })),
    explained({ libraryId: PUBLIC_LIBRARY, query: question }, "readContext"),
  ],
  listLibraries: plain(["search"]),
  getMetrics: aboutBoth("readLibrary", (libraryId) => ({ query: { libraryId } })),
  getLibrary: aboutBoth("readLibrary", pathOf),
  getBenchmark: aboutBoth("readLibrary", pathOf),
  listSnippets: aboutBoth("readLibrary", pathOf),
  listSnippetPages: aboutBoth("readLibrary", pathOf),
  getVersion: aboutBoth("readLibrary", versionOf, "tag_not_found"),
  exportLibrary: aboutBoth("exportLibrary", pathOf),
} as const satisfies Cases
