import { type OperationId, ROUTES } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { LecternClient } from "./lectern-client.ts"

const file = { path: "guide.pdf", content: new Blob(["%PDF-"]) }
const wiki = { cloudId: "c", siteUrl: "https://w.example", spaceKey: "K", spaceName: "S", title: "T", description: "D" }
const notes = { workspaceId: "w", workspaceName: "W", pageIds: ["p"], title: "T", description: "D" }
const git = { docsRepoUrl: "https://git.example/a/b" }

/** How each endpoint is called. Endpoints for browsers, forges and pages for people have no method. */
const CALLS: Partial<Record<OperationId, (client: LecternClient) => unknown>> = {
  searchLibraries: (client) => client.searchLibraries({ libraryName: "a" }),
  getContext: (client) => client.readContext({ libraryId: "/a/b", query: "q" }),
  combinedSearch: (client) => client.searchDocumentation({ query: "q", library: ["a", "b"] }),
  getMetrics: (client) => client.getMetrics({ libraryId: "/a/b", days: 7 }),
  getLibrary: (client) => client.getLibrary("/a/b"),
  addRepositoryHostedA: (client) => client.addRepository(git, { host: "hosted-a" }),
  addRepositoryHostedB: (client) => client.addRepository(git, { host: "hosted-b" }),
  addRepositoryHostedC: (client) => client.addRepository(git, { host: "hosted-c" }),
  addRepository: (client) => client.addRepository(git),
  addWiki: (client) => client.addWiki(wiki),
  addNotes: (client) => client.addNotes(notes),
  addWebsite: (client) => client.addWebsite({ websiteUrl: "https://a.example" }),
  addOpenApi: (client) => client.addOpenApi({ openApiUrl: "https://a.example/openapi.json" }),
  addLlmsTxt: (client) => client.addLlmsTxt({ llmstxtUrl: "https://a.example/llms.txt" }),
  uploadFiles: (client) => client.uploadFiles([file], { title: "T", force: true }),
  uploadOpenApi: (client) => client.uploadOpenApi(file, { title: "T" }),
  uploadPdf: (client) => client.uploadPdf(file, { title: "T", description: "D" }),
  refreshLibrary: (client) => client.refreshLibrary({ libraryName: "/a/b" }),
  addVersion: (client) => client.addVersion("/a/b", "v1"),
  deleteLibrary: (client) => client.deleteLibrary("/a/b"),
  exportLibrary: (client) => client.exportLibrary("/a/b"),
  updateLibrary: (client) => client.updateLibrary("/a/b", { refreshSchedule: "never" }),
  listConnections: (client) => client.listConnections(),
  createConnection: (client) => client.connectAccount({ kind: "git", siteUrl: "https://gitlab.example", token: "t" }),
  deleteConnection: (client) => client.disconnectAccount("c"),
  testConnection: (client) => client.testConnection("c"),
  importLibraries: (client) => client.importLibraries([]),
  listJobs: (client) => client.listJobs(),
  getJob: (client) => client.getJob("j"),
  watchJob: (client) => client.watchJob("j").next(),
  cancelJob: (client) => client.cancelJob("j"),
  getPolicies: (client) => client.reading.getPolicies(),
  updatePolicies: (client) => client.reading.updatePolicies({ libraryFilters: { mode: null } }),
  listKeys: (client) => client.listKeys(),
  createKey: (client) => client.createKey({ name: "k" }),
  revokeKey: (client) => client.revokeKey("k"),
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
  updateUser: (client) => client.updateUser("ada", { password: "long enough" }),
  deleteUser: (client) => client.admin.deleteUser("ada"),
  getSettings: (client) => client.admin.getSettings(),
  updateSettings: (client) => client.admin.updateSettings({ settings: {} }),
  getPermissions: (client) => client.admin.getPermissions(),
  updatePermissions: (client) => client.admin.updatePermissions({ parse: true }),
  listAudit: (client) => client.admin.listAudit({ limit: 5 }),
  getHealth: (client) => client.getHealth(),
  getReadiness: (client) => client.getReadiness(),
  getMcpStatus: (client) => client.getMcpStatus(),
  getOpenApi: (client) => client.getOpenApi(),
  ping: (client) => client.ping(),
}

const routes = ROUTES.flatMap((route) => {
  const call = CALLS[route.operationId]
  return call === undefined ? [] : [[route.operationId, route, call] as const]
})

describe("the methods of the client", () => {
  it.each(routes)("%s sends what its endpoint takes and takes what it answers", async (_operationId, route, call) => {
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
  it("tells how many bytes have been sent, and sends all of them", async () => {
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
