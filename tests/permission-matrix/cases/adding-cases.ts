import { createHash, createHmac } from "node:crypto"
import type { HookHost, OperationId } from "@lectern/contract"
import { teamspaceOf } from "../../../packages/server/src/access/identity/caller.ts"
import type { Requester } from "../callers.ts"
import type { Case, Sent, Step } from "../case.ts"
import { GIT_LIBRARY, GIT_TAG, type World } from "../fixtures.ts"
import { pathOf } from "./reading-cases.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const ACCOUNT_SITE = "https://wiki.example"
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
/** The address is not a repository, which only authorised callers find out. */
const previewed: readonly [Case, Case] = [
  {
    what: "in the open",
    steps: ["addLibrary"],
    send: ({ outside }) => ({ params: { host: "git" }, payload: { docsRepoUrl: `${outside.url}/rule/none` } }),
    outcome: "validation_error",
  },
  {
    what: "as a private one",
    steps: ["addLibrary", "addPrivateLibrary", ownTeamspace],
    send: ({ outside }) => ({
      params: { host: "git" },
      payload: { docsRepoUrl: `${outside.url}/rule/none`, private: true },
    }),
    outcome: "validation_error",
  },
]
const byAddress = (payload: (word: string) => object): readonly [Case] => [
  { what: "", steps: ["addLibrary"], send: ({ fresh }) => ({ payload: payload(fresh("page")) }), outcome: 200 },
]
/** In the hosted edition, uploads always belong to the teamspace. */
const uploadSteps: Case["steps"] = (edition): readonly Step[] =>
  edition === "hosted" ? ["addLibrary", "addPrivateLibrary", ownTeamspace] : ["addLibrary"]
const uploaded = (form: (word: string) => FormData): readonly [Case] => [
  { what: "", steps: uploadSteps, send: ({ fresh }) => ({ form: form(fresh("upload")) }), outcome: 200 },
]
const PAGE = "# Title\n\nSome text about it.\n"
const folderOf = (name: string) => ({
  name,
  files: [{ path: "index.md", hash: createHash("sha256").update(PAGE).digest("hex"), bytes: PAGE.length }],
})
const folder = (send: (contents: ReturnType<typeof folderOf> & { private?: true }) => Sent): readonly [Case, Case] => [
  { what: "", steps: uploadSteps, send: ({ fresh }) => send(folderOf(fresh("folder"))), outcome: 200 },
  {
    what: "as a private one",
    steps: ["addLibrary", "addPrivateLibrary", ownTeamspace],
    send: ({ fresh }) => send({ ...folderOf(fresh("folder")), private: true }),
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
/** Creates cases for a source that is fetched with an account, which the caller's teamspace may or may not have. */
function connected(kind: "wiki" | "notes", describe: (world: World) => object): readonly [Case, Case] {
  const steps: readonly Step[] = ["addPrivateLibrary", ownTeamspace]
  const placeOf = ({ program, teamspaceKey }: World, { caller }: Requester) =>
    teamspaceOf(caller, program.context.settings) ?? teamspaceKey
  return [
    {
      what: "with a connected account",
      steps,
      send: async (world, requester): Promise<Sent> => {
        const { catalogue, sealer } = world.program.context
        const account = { kind, siteUrl: ACCOUNT_SITE, accountName: null, sealedToken: sealer.seal("a token") }
        await catalogue.connections.put({ teamspaceKey: placeOf(world, requester), ...account })
        return { payload: describe(world), holds: "is queued for processing" }
      },
      outcome: 200,
    },
    {
      what: "without a connected account",
      steps,
      send: async (world, requester): Promise<Sent> => {
        const { connections } = world.program.context.catalogue
        const place = placeOf(world, requester)
        for (const { key } of await connections.ofTeamspace(place)) await connections.remove(place, key)
        return { payload: describe(world) }
      },
      // The role is sufficient, but no account is connected, which has the same code with another message.
      outcome: "forbidden",
    },
  ]
}

/** Signs a webhook in the same way as each git host. */
const SIGNING: Readonly<Record<HookHost, (body: string, secret: string) => Readonly<Record<string, string>>>> = {
  github: (body, secret) => ({ "x-github-event": "push", "x-hub-signature-256": `sha256=${hmac(body, secret)}` }),
  gitlab: (_body, secret) => ({ "x-gitlab-event": "Push Hook", "x-gitlab-token": secret }),
  gitea: (body, secret) => ({ "x-gitea-event": "push", "x-gitea-signature": hmac(body, secret) }),
  bitbucket: (body, secret) => ({ "x-event-key": "repo:push", "x-hub-signature": `sha256=${hmac(body, secret)}` }),
}
const hmac = (body: string, secret: string) => createHmac("sha256", secret).update(body).digest("hex")
const push = { ref: "refs/heads/main", repository: { clone_url: `https://git.example${GIT_LIBRARY}` } }

/** Creates a case for a push: anyone with the secret may push, and nobody else, whatever else they send. */
function pushed(forge: HookHost, isSigned: boolean): Case {
  return {
    what: `from ${forge} ${isSigned ? "with the secret" : "with another secret"}`,
    steps: ["readHealth"],
    send: ({ hookSecret }, { headers }) => {
      const signature = SIGNING[forge](JSON.stringify(push), isSigned ? hookSecret : `${hookSecret}0`)
      return { params: { forge }, payload: push, headers: { ...headers, ...signature }, holds: "webhook received" }
    },
    outcome: isSigned ? 202 : "invalid_api_key",
  }
}

/** Requests that add and refresh libraries. */
export const ADDING_CASES = {
  addRepositoryHostedA: repository,
  addRepositoryHostedB: repository,
  addRepositoryHostedC: repository,
  addRepository: repository,
  previewRepository: previewed,
  addWebsite: byAddress((word) => ({ websiteUrl: `https://${word}.example/` })),
  addOpenApi: byAddress((word) => ({ openApiUrl: `https://${word}.example/openapi.json` })),
  addLlmsTxt: byAddress((word) => ({ llmstxtUrl: `https://${word}.example/llms.txt` })),
  addWiki: connected("wiki", ({ fresh }) => ({
    cloudId: "cloud",
    siteUrl: ACCOUNT_SITE,
    spaceKey: fresh("SPACE"),
    spaceName: "Space",
    title: "Space",
    description: "A space",
  })),
  addNotes: connected("notes", ({ fresh }) => ({
    workspaceId: "workspace",
    workspaceName: "Workspace",
    pageIds: [fresh("page")],
    title: "Notes",
    description: "Some notes",
  })),
  uploadFiles: uploaded((word) => formOf("documentFiles", pdf(), { projectTitle: word })),
  uploadPdf: uploaded((word) => formOf("pdfFile", pdf(), { projectTitle: word })),
  uploadOpenApi: uploaded((word) => formOf("openapiFile", openapi(word), { libraryTitle: word })),
  planFolderUpload: folder((payload) => ({ payload })),
  uploadFolder: folder((contents) => ({
    form: formOf("files", new File([PAGE], contents.files[0]?.hash ?? ""), { contents: JSON.stringify(contents) }),
  })),
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
    pushed("github", true),
    pushed("github", false),
    pushed("gitlab", true),
    pushed("gitlab", false),
    pushed("gitea", true),
    pushed("gitea", false),
    pushed("bitbucket", true),
    pushed("bitbucket", false),
  ],
} as const satisfies Cases
