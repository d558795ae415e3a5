import type { OperationId } from "@lectern/contract"
import type { Case, Sent, Step } from "../case.ts"
import { GIT_LIBRARY, GIT_TAG, type World } from "../world.ts"
import { pathOf } from "./reading-cases.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const ownTeamspace = { knows: "ownTeamspace" } as const

const repository: readonly [Case, Case] = [
  {
    what: "in the open",
    steps: ["addLibrary"],
    send: ({ fresh }) => ({ payload: { docsRepoUrl: `https://git.example/rule/${fresh("open")}` } }),
    outcome: 200,
  },
  {
    what: "as a private one",
    steps: ["addLibrary", "addPrivateLibrary", ownTeamspace],
    send: ({ fresh }) => ({ payload: { docsRepoUrl: `https://git.example/rule/${fresh("closed")}`, private: true } }),
    outcome: 200,
  },
]
const byAddress = (payload: (word: string) => object): readonly [Case] => [
  { what: "", steps: ["addLibrary"], send: ({ fresh }) => ({ payload: payload(fresh("page")) }), outcome: 200 },
]
/** In the hosted edition what is uploaded belongs to the teamspace alone. */
const uploaded = (form: (word: string) => FormData): readonly [Case] => [
  {
    what: "",
    steps: (edition): readonly Step[] =>
      edition === "hosted" ? ["addLibrary", "addPrivateLibrary", ownTeamspace] : ["addLibrary"],
    send: ({ fresh }) => ({ form: form(fresh("upload")) }),
    outcome: 200,
  },
]
function formOf(field: string, file: File, texts: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  form.set(field, file)
  return form
}
const pdf = () => new File(["%PDF-1.7\n"], "guide.pdf")
const openapi = (title: string) =>
  new File([JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} })], "openapi.json")
const connected = (site: (world: World) => object): readonly [Case] => [
  {
    what: "",
    steps: ["addPrivateLibrary", ownTeamspace],
    send: (world): Sent => ({ payload: site(world) }),
    // The role is enough, and nobody has connected an account: that is said in the same code, in other words.
    outcome: "forbidden",
  },
]

/** Requests that add and refresh libraries. */
export const ADDING_CASES = {
  addRepositoryHostedA: repository,
  addRepositoryHostedB: repository,
  addRepositoryHostedC: repository,
  addRepository: repository,
  addWebsite: byAddress((word) => ({ websiteUrl: `https://${word}.example/` })),
  addOpenApi: byAddress((word) => ({ openApiUrl: `https://${word}.example/openapi.json` })),
  addLlmsTxt: byAddress((word) => ({ llmstxtUrl: `https://${word}.example/llms.txt` })),
  addWiki: connected(({ fresh }) => ({
    cloudId: "cloud",
    siteUrl: "https://wiki.example",
    spaceKey: fresh("SPACE"),
    spaceName: "Space",
    title: "Space",
    description: "A space",
  })),
  addNotes: connected(({ fresh }) => ({
    workspaceId: "workspace",
    workspaceName: "Workspace",
    pageIds: [fresh("page")],
    title: "Notes",
    description: "Some notes",
  })),
  uploadFiles: uploaded((word) => formOf("documentFiles", pdf(), { projectTitle: word })),
  uploadPdf: uploaded((word) => formOf("pdfFile", pdf(), { projectTitle: word })),
  uploadOpenApi: uploaded((word) => formOf("openapiFile", openapi(word), { libraryTitle: word })),
  addVersion: [
    {
      what: "",
      steps: ["addLibrary"],
      send: () => ({ ...pathOf(GIT_LIBRARY), payload: { tag: GIT_TAG } }),
      outcome: 202,
    },
  ],
  refreshLibrary: [
    { what: "", steps: ["refreshLibrary"], send: () => ({ payload: { libraryName: GIT_LIBRARY } }), outcome: 200 },
  ],
  importLibraries: [
    { what: "", steps: ["importLibraries"], send: () => ({ payload: { libraries: [] } }), outcome: 202 },
  ],
  applyManifest: [
    {
      what: "",
      steps: ["applyManifest"],
      send: () => ({ payload: { manifest: "libraries: []", dryRun: true } }),
      outcome: 200,
    },
  ],
  receivePush: [
    {
      what: "with a wrong signature",
      steps: ["readHealth"],
      send: () => ({ params: { forge: "github" }, payload: {} }),
      outcome: "invalid_api_key",
    },
  ],
} as const satisfies Cases
