import { type OperationId, ROUTES } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { LecternClient } from "./lectern-client.ts"

const file = { path: "guide.pdf", content: new Blob(["%PDF-"]) }
const wiki = { cloudId: "c", siteUrl: "https://w.example", spaceKey: "K", spaceName: "S", title: "T", description: "D" }
const notes = { workspaceId: "w", workspaceName: "W", pageIds: ["p"], title: "T", description: "D" }
const folder = { name: "docs", files: [{ path: "a.md", hash: "a".repeat(64), bytes: 5 }] }
const git = { docsRepoUrl: "https://git.example/a/b" }

/** Endpoints that only browsers and forges have a use for: they have no method. */
const WITHOUT_METHOD = [
  "readOpenApi",
  "receivePush",
  "startSso",
  "finishSso",
  "openConsent",
  "finishConsent",
] as const satisfies OperationId[]
type Called = Exclude<OperationId, (typeof WITHOUT_METHOD)[number]>

/** How each endpoint is called. One without a method does not compile. */
const CALLS: Readonly<Record<Called, (client: LecternClient) => unknown>> = {
  searchLibraries: (client) => client.searchLibraries({ libraryName: "a" }),
  getContext: (client) => client.readContext({ libraryId: "/a/b", query: "q" }),
  combinedSearch: (client) => client.searchDocumentation({ query: "q", library: ["a", "b"] }),
  getMetrics: (client) => client.getMetrics({ libraryId: "/a/b", days: 7 }),
  listLibraries: (client) => client.listLibraries({ limit: 5 }),
  getLibrary: (client) => client.getLibrary("/a/b"),
  addRepositoryHostedA: (client) => client.addRepository(git, { host: "github" }),
  addRepositoryHostedB: (client) => client.addRepository(git, { host: "gitlab" }),
  addRepositoryHostedC: (client) => client.addRepository(git, { host: "bitbucket" }),
  addRepository: (client) => client.addRepository(git),
  previewRepository: (client) => client.previewRepository(git, { host: "github" }),
  addWiki: (client) => client.addWiki(wiki),
  addNotes: (client) => client.addNotes(notes),
  addWebsite: (client) => client.addWebsite({ websiteUrl: "https://a.example" }),
  addOpenApi: (client) => client.addOpenApi({ openApiUrl: "https://a.example/openapi.json" }),
  addLlmsTxt: (client) => client.addLlmsTxt({ llmstxtUrl: "https://a.example/llms.txt" }),
  uploadFiles: (client) => client.uploadFiles([file], { title: "T", force: true }),
  uploadOpenApi: (client) => client.uploadOpenApi(file, { title: "T" }),
  uploadPdf: (client) => client.uploadPdf(file, { title: "T", description: "D" }),
  planFolderUpload: (client) => client.planFolderUpload(folder),
  uploadFolder: (client) => client.uploadFolder(folder, new Map([[folder.files[0]?.hash ?? "", file.content]])),
  refreshLibrary: (client) => client.refreshLibrary({ libraryName: "/a/b" }),
  addVersion: (client) => client.addVersion("/a/b", "v1"),
  deleteLibrary: (client) => client.deleteLibrary("/a/b"),
  exportLibrary: (client) => client.exportLibrary("/a/b"),
  updateLibrary: (client) => client.updateLibrary("/a/b", { refreshSchedule: "never" }),
  listConnections: (client) => client.connections.list(),
  createConnection: (client) =>
    client.connections.create({ kind: "git", siteUrl: "https://gitlab.example", token: "t" }),
  beginConsent: (client) => client.connections.beginConsent({ kind: "notes" }),
  deleteConnection: (client) => client.connections.delete("c"),
  testConnection: (client) => client.connections.test("c"),
  importLibraries: (client) => client.importLibraries([]),
  applyManifest: (client) => client.applyManifest({ manifest: "libraries: []" }),
  listJobs: (client) => client.listJobs(),
  getJob: (client) => client.getJob("j"),
  watchJob: (client) => client.watchJob("j").next(),
  readJobLog: (client) => client.readJobLog("j"),
  cancelJob: (client) => client.cancelJob("j"),
  getPolicies: (client) => client.visibility.getPolicies(),
  previewPolicies: (client) => client.visibility.previewPolicies({ libraryFilters: { mode: null } }),
  updatePolicies: (client) => client.visibility.updatePolicies({ libraryFilters: { mode: null } }),
  listKeys: (client) => client.keys.list(),
  createKey: (client) => client.keys.create({ name: "k" }),
  revokeKey: (client) => client.keys.revoke("k"),
  listWebhooks: (client) => client.webhooks.list(),
  createWebhook: (client) => client.webhooks.create({ url: "https://a.example/hook" }),
  updateWebhook: (client) => client.webhooks.update("w", { active: true }),
  deleteWebhook: (client) => client.webhooks.delete("w"),
  renewWebhookSecret: (client) => client.webhooks.renewSecret("w"),
  testWebhook: (client) => client.webhooks.test("w"),
  listDeliveries: (client) => client.webhooks.listDeliveries("w", { state: "failed", limit: 5 }),
  redeliver: (client) => client.webhooks.redeliver("w", "d"),
  listUsers: (client) => client.admin.listUsers(),
  createUser: (client) => client.admin.createUser({ name: "ada", password: "long enough", role: "member" }),
  updateUser: (client) => client.admin.updateUser("ada", { password: "long enough" }),
  deleteUser: (client) => client.admin.deleteUser("ada"),
  deleteVersion: (client) => client.deleteVersion("/otter/docs", "v1"),
  previewScope: (client) => client.previewScope("/otter/docs", { folders: ["docs"] }),
  listSourcePages: (client) => client.connections.listPages("c", { space: "OTTER" }),
  testModel: (client) => client.admin.testModel("embedder"),
  getInstanceStatus: (client) => client.admin.getStatus(),
  getBackups: (client) => client.admin.getBackups(),
  requestBackup: (client) => client.admin.requestBackup(),
  getInstanceUsage: (client) => client.admin.getUsage({ days: 7 }),
  getSettings: (client) => client.admin.getSettings(),
  updateSettings: (client) => client.admin.updateSettings({ settings: {} }),
  getPermissions: (client) => client.admin.getPermissions(),
  updatePermissions: (client) => client.admin.updatePermissions({ parse: true }),
  listAudit: (client) => client.admin.listAudit({ limit: 5 }),
  exportAudit: (client) => client.admin.exportAudit(),
  getSession: (client) => client.session.get(),
  signIn: (client) => client.session.signIn({ name: "ada", password: "long enough" }),
  signOut: (client) => client.session.signOut(),
  signUp: (client) => client.session.signUp({ name: "ada", password: "long enough" }),
  acceptInvitation: (client) => client.session.acceptInvitation({ token: `invite_${"0".repeat(43)}` }),
  switchTeamspace: (client) => client.session.switchTeamspace({ teamspaceId: "t" }),
  listTeamspaces: (client) => client.teamspaces.list(),
  createTeamspace: (client) => client.teamspaces.create({ name: "otters" }),
  getTeamspace: (client) => client.teamspaces.get("t"),
  updateTeamspace: (client) => client.teamspaces.update("t", { name: "otters" }),
  listMembers: (client) => client.teamspaces.listMembers("t"),
  updateMember: (client) => client.teamspaces.updateMember("t", "u", { role: "admin" }),
  removeMember: (client) => client.teamspaces.removeMember("t", "u"),
  listProjects: (client) => client.teamspaces.listProjects("t"),
  createProject: (client) => client.teamspaces.createProject("t", { name: "guides" }),
  updateProject: (client) => client.teamspaces.updateProject("t", "p", { name: "guides" }),
  deleteProject: (client) => client.teamspaces.deleteProject("t", "p"),
  createInvitation: (client) => client.teamspaces.createInvitation("t", { label: "ada", role: "developer" }),
  listInvitations: (client) => client.teamspaces.listInvitations("t"),
  revokeInvitation: (client) => client.teamspaces.revokeInvitation("t", "i"),
  getLibraryAccess: (client) => client.visibility.getLibraryAccess("/a/b"),
  moveLibrary: (client) => client.visibility.moveLibrary("/a/b", { id: "/c/d", dryRun: true }),
  updateLibraryAccess: (client) => client.visibility.updateLibraryAccess("/a/b", { access: "everyone" }),
  getAccessRules: (client) => client.visibility.getAccessRules(),
  updateAccessRules: (client) => client.visibility.updateAccessRules({ default: "closed" }),
  startDevice: (client) => client.session.startDevice({ name: "laptop" }),
  approveDevice: (client) => client.session.approveDevice({ userCode: "BCDF-GHJK" }),
  finishDevice: (client) => client.session.finishDevice({ deviceCode: "d" }),
  reportAnswer: (client) => client.questions.report("/a/b", { question: "why" }),
  listQuestions: (client) => client.questions.list("/a/b", { kind: "wrong" }),
  deleteQuestion: (client) => client.questions.delete("/a/b", "q1"),
  listSnippets: (client) => client.contents.listSnippets("/a/b", { query: "otters", limit: 5 }),
  getVersion: (client) => client.contents.getVersion("/a/b", "v1"),
  listSnippetPages: (client) => client.contents.listSnippetPages("/a/b", { contains: "guide" }),
  listPages: (client) => client.questions.listPages("/a/b", { version: "v1", limit: 10 }),
  getBenchmark: (client) => client.getBenchmark("/a/b"),
  getHealth: (client) => client.service.getHealth(),
  getReadiness: (client) => client.service.getReadiness(),
  getMcpStatus: (client) => client.service.getMcpStatus(),
  getOpenApi: (client) => client.service.getOpenApi(),
  ping: (client) => client.service.ping(),
}

const routes = ROUTES.flatMap((route) => {
  const call = Object.hasOwn(CALLS, route.operationId) ? CALLS[route.operationId as Called] : undefined
  return call === undefined ? [] : [[route.operationId, route, call] as const]
})

describe("the methods of the client", () => {
  it("cover every endpoint that is meant for programs", () => {
    const reached = routes.map(([operationId]) => operationId)

    expect([...reached, ...WITHOUT_METHOD].sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
  })

  it.each(routes)("%s matches the request and response schemas of its endpoint", async (_operationId, route, call) => {
    const sent: { url: URL; init: RequestInit }[] = []
    const answer = route.otherContentType === "text/event-stream" ? 'event: end\ndata: {"id":"j"}\n\n' : "{}"
    const client = new LecternClient({
      url: "http://lectern.example",
      fetch: async (url, init) => {
        sent.push({ url: new URL(url), init })
        return new Response(answer, {
          status: route.status,
          headers: { "content-type": route.otherContentType ?? "application/json" },
        })
      },
    })

    await call(client)

    const [{ url, init }] = sent as [(typeof sent)[0]]
    const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
    expect([init.method, url.pathname]).toEqual([route.method, expect.stringMatching(pattern)])
    if (route.query !== undefined) {
      const query = Object.fromEntries(
        [...new Set(url.searchParams.keys())].map((name) => {
          const values = url.searchParams.getAll(name)
          return [name, values.length > 1 ? values : values[0]]
        }),
      )
      expect(route.query.safeParse(query).error).toBeUndefined()
    }
    if (route.body !== undefined) expect(route.body.safeParse(JSON.parse(init.body as string)).error).toBeUndefined()
    if (route.form !== undefined) {
      const texts = [...(init.body as FormData).entries()].filter(([, value]) => typeof value === "string")
      expect(route.form.safeParse(Object.fromEntries(texts)).error).toBeUndefined()
    }
  })
})

describe("an upload with progress", () => {
  it("reports the number of sent bytes, and sends all of them", async () => {
    const content = new Blob([new Uint8Array(300_000)])
    const seen: number[] = []
    let form: FormData | undefined
    const client = new LecternClient({
      url: "http://lectern.example",
      fetch: async (url, init) => {
        form = await new Request(url, init).formData()
        return Response.json({ libraryName: "/docs/a", message: "queued" })
      },
    })

    await client.uploadFiles([{ path: "a/guide.pdf", content }], {
      title: "Guide",
      onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes / totalBytes),
    })

    expect(form?.get("documentFiles")).toHaveProperty("size", 300_000)
    expect(form?.get("projectTitle")).toBe("Guide")
    expect(seen.at(-1)).toBe(1)
    expect(seen).toEqual([...seen].sort((left, right) => left - right))
    expect(seen.length).toBeGreaterThan(1)
  })
})
