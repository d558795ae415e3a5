import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { WebhookEvent, type ListDeliveriesResponse, type WebhookWithSecret } from "@lectern/contract"
import { afterEach, describe, expect, it } from "vitest"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { startReceiver, type Receiver } from "../../packages/server/src/webhooks/receiver.testing.ts"
import { makeMember, makeTeamspace, type Member } from "./teamspaces.ts"

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function aProgram(environment: Record<string, string> = {}): Promise<TestProgram> {
  const program = await startTestProgram({ workerMode: "inline", environment })
  cleanUps.push(() => program.remove())
  return program
}
async function aReceiver(): Promise<Receiver> {
  const receiver = await startReceiver()
  cleanUps.push(() => receiver.close())
  return receiver
}
type Headers = Readonly<Record<string, string>>

async function subscribe(program: TestProgram, headers: Headers, payload: object): Promise<WebhookWithSecret> {
  const made = await program.call({ method: "POST", url: "/api/v2/webhooks", headers, payload })
  expect(made.status).toBe(200)
  return made.json
}
const importOne = async (program: TestProgram, id: string, more: object = {}) => {
  const payload = { libraries: [aBundle(id, more)], force: true }
  const answer = await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
  expect(answer.status).toBe(202)
  await program.settle()
}

describe("events of a self-hosted instance", () => {
  it("tell of a library that is read, read again, cannot be read and is deleted, and of a key", async () => {
    const program = await aProgram()
    const receiver = await aReceiver()
    await subscribe(program, asAdmin, { url: receiver.url })
    const broken = await startBrokenHost()

    await importOne(program, "/otter/docs", { title: "Otter" })
    await importOne(program, "/otter/docs", { title: "Otter", description: "All about otters and their dams" })
    await program.call({
      method: "POST",
      url: "/api/v2/add/llmstxt",
      headers: asAdmin,
      payload: { llmstxtUrl: `${broken}/llms.txt` },
    })
    await program.settle()
    await program.call({ method: "DELETE", url: "/api/v2/libs/otter/docs", headers: asAdmin })
    const key = await program.call({
      method: "POST",
      url: "/api/v2/keys",
      headers: asAdmin,
      payload: { name: "build" },
    })
    await receiver.received(5)

    const events = receiver.events()
    expect(events.map(({ type }) => type)).toEqual([
      "library.finalized",
      "library.refreshed",
      "library.failed",
      "library.deleted",
      "key.created",
    ])
    expect(events.map((event) => WebhookEvent.safeParse(event).error)).toEqual(events.map(() => undefined))
    const [finalized, refreshed, failed, deleted, created] = events.map(({ data }) => data)
    expect(finalized).toMatchObject({ libraryId: "/otter/docs", title: "Otter", version: null, snippets: 1 })
    expect(refreshed).toMatchObject({ libraryId: "/otter/docs", outcome: "published" })
    expect(failed).toMatchObject({ served: false, error: { message: expect.stringMatching(/./) } })
    expect(deleted).toMatchObject({ libraryId: "/otter/docs", private: false, deletedBy: "admin" })
    expect(created).toMatchObject({ name: "build", user: "admin" })
    expect(JSON.stringify(events)).not.toContain((key.json as { key: string }).key)
  })

  it("reach only who wants to be told of their type", async () => {
    const program = await aProgram()
    const [deletions, everything] = [await aReceiver(), await aReceiver()]
    await subscribe(program, asAdmin, { url: deletions.url, events: ["library.deleted"] })
    await subscribe(program, asAdmin, { url: everything.url })

    await importOne(program, "/otter/docs")
    await program.call({ method: "DELETE", url: "/api/v2/libs/otter/docs", headers: asAdmin })
    await Promise.all([everything.received(2), deletions.received(1)])

    expect(deletions.events().map(({ type }) => type)).toEqual(["library.deleted"])
  })

  it("tell of one deletion once, however many delete at once", async () => {
    const program = await aProgram()
    const receiver = await aReceiver()
    const { id } = await subscribe(program, asAdmin, { url: receiver.url, events: ["library.deleted"] })
    await importOne(program, "/otter/docs")

    const deleted = () => program.call({ method: "DELETE", url: "/api/v2/libs/otter/docs", headers: asAdmin })
    await Promise.all([deleted(), deleted(), deleted()])

    const log = await program.call({ url: `/api/v2/webhooks/${id}/deliveries`, headers: asAdmin })
    expect((log.json as ListDeliveriesResponse).deliveries).toHaveLength(1)
  })

  it("wait in the catalogue with what they tell of, and are sent by the next process", async () => {
    const idle = await startTestProgram({ workerMode: "none" })
    const receiver = await aReceiver()
    await subscribe(idle, asAdmin, { url: receiver.url })
    await idle.call({ method: "POST", url: "/api/v2/keys", headers: asAdmin, payload: { name: "build" } })
    await idle.close()
    expect(receiver.posts).toEqual([])

    const next = await startTestProgram({ workerMode: "inline", dataDir: idle.dataDir })
    cleanUps.push(() => next.remove())
    await receiver.received(1)

    expect(receiver.events()[0]).toMatchObject({ type: "key.created", data: { name: "build" } })
  })
})

describe("events of a hosted instance", () => {
  const asked = (
    program: TestProgram,
    { headers }: Member,
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
  ) => program.call({ method, url: path, headers, ...(method === "PATCH" ? { payload: { active: false } } : {}) })

  it("stay with the teamspace that owns the library or the key", async () => {
    const program = await aProgram({ LECTERN_EDITION: "hosted" })
    const { context } = program
    const [otters, beavers] = [await makeTeamspace(program, "Otters"), await makeTeamspace(program, "Beavers")]
    const own = await makeMember(program, otters, { name: "ada", role: "owner" })
    const foreign = await makeMember(program, beavers, { name: "ben", role: "owner" })
    const { webhooks } = context.catalogue
    const [ottersHook, beaversHook] = await Promise.all(
      [otters, beavers].map((teamspaceKey) =>
        // Nothing listens there: what is queued is what counts.
        webhooks.add({ teamspaceKey, url: "https://a.invalid/", description: "", eventTypes: [], sealedSecret: "" }),
      ),
    )

    const payload = { docsRepoUrl: "http://127.0.0.1:1/secret/plans", private: true }
    const added = await program.call({ method: "POST", url: "/api/v2/add/repo/git", headers: own.headers, payload })
    expect(added.status).toBe(200)
    const { libraryName } = added.json as { libraryName: string }
    await asked(program, own, "DELETE", `/api/v2/libs${libraryName}`)
    await program.call({ method: "POST", url: "/api/v2/keys", headers: foreign.headers, payload: { name: "build" } })

    const typesOf = async (key: string) =>
      (await webhooks.deliveries({ webhookKey: key, limit: 10 })).map(({ eventType }) => eventType)
    expect(await typesOf(ottersHook!.key)).toContain("library.deleted")
    expect(await typesOf(beaversHook!.key)).toEqual(["key.created"])
  })

  it("are for owners and admins to manage, and other teamspaces know of no webhook", async () => {
    const program = await aProgram({ LECTERN_EDITION: "hosted" })
    const [otters, beavers] = [await makeTeamspace(program, "Otters"), await makeTeamspace(program, "Beavers")]
    const own = await makeMember(program, otters, { name: "ada", role: "admin" })
    const developer = await makeMember(program, otters, { name: "dan", role: "developer" })
    const foreign = await makeMember(program, beavers, { name: "ben", role: "owner" })
    const { id } = await subscribe(program, own.headers, { url: "https://93.184.216.34/hook" })
    const paths = [
      ["PATCH", `/api/v2/webhooks/${id}`],
      ["POST", `/api/v2/webhooks/${id}/secret`],
      ["POST", `/api/v2/webhooks/${id}/test`],
      ["GET", `/api/v2/webhooks/${id}/deliveries`],
      ["POST", `/api/v2/webhooks/${id}/deliveries/none/redeliver`],
      ["DELETE", `/api/v2/webhooks/${id}`],
    ] as const

    for (const [method, path] of paths) {
      expect([method, path, (await asked(program, developer, method, path)).status]).toEqual([method, path, 403])
      expect([method, path, (await asked(program, foreign, method, path)).status]).toEqual([method, path, 404])
    }
    expect((await asked(program, foreign, "GET", "/api/v2/webhooks")).json).toEqual({ webhooks: [] })
    const clear = await program.call({
      method: "POST",
      url: "/api/v2/webhooks",
      headers: own.headers,
      payload: { url: "http://93.184.216.34/hook" },
    })
    expect([clear.status, clear.text]).toEqual([400, expect.stringContaining("https")])
  })
})

/** A host that has nothing: what is read from there fails for good. */
async function startBrokenHost(): Promise<string> {
  const host: Server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  cleanUps.push(() => new Promise((resolve) => host.close(resolve)))
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`
}
