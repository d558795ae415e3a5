import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Connection, ListConnectionsResponse, TestConnectionResponse } from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

const SECRET = "glpat-a-secret-of-the-team"

describe("connections", () => {
  let program: TestProgram
  let host: Server
  let siteUrl: string
  let asked: { url: string; authorization: string | undefined }[]

  beforeEach(async () => {
    asked = []
    host = createServer((request, response) => {
      asked.push({ url: request.url ?? "", authorization: request.headers.authorization })
      const isKnown = request.headers.authorization === `Bearer ${SECRET}`
      response.setHeader("content-type", "application/json")
      if (request.url !== "/api/v4/user") response.writeHead(404).end("{}")
      else if (isKnown) response.end(JSON.stringify({ id: 7, username: "tender" }))
      else response.writeHead(401).end('{"message":"401 Unauthorized"}')
    })
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
    siteUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    program = await startTestProgram()
  })
  afterEach(async () => {
    await program.remove()
    await new Promise((resolve) => host.close(resolve))
  })

  const connect = (payload: object) =>
    program.call({ method: "POST", url: "/api/v2/connections", headers: asAdmin, payload })
  const list = async () =>
    ((await program.call({ url: "/api/v2/connections", headers: asAdmin })).json as ListConnectionsResponse).connections
  const test = async (id: string): Promise<TestConnectionResponse> =>
    (await program.call({ method: "POST", url: `/api/v2/connections/${id}/test`, headers: asAdmin })).json

  it("are connected, listed without their secret and disconnected", async () => {
    const made = await connect({ kind: "git", siteUrl: `${siteUrl}/group/repo`, accountName: "tender", token: SECRET })
    const connection = made.json as Connection

    expect(made.status).toBe(200)
    expect(connection).toMatchObject({ kind: "git", siteUrl, accountName: "tender", lastUsedAt: null })
    expect(made.text).not.toContain(SECRET)
    expect(await list()).toEqual([connection])
    const url = `/api/v2/connections/${connection.id}`
    expect((await program.call({ method: "DELETE", url, headers: asAdmin })).status).toBe(200)
    expect(await list()).toEqual([])
    const again = await program.call({ method: "DELETE", url, headers: asAdmin })
    expect([again.status, (again.json as { error: string }).error]).toEqual([404, "not_found"])
  })

  it("stand in the audit log when they are made and when they go, without their secret", async () => {
    const { id } = (await connect({ kind: "git", siteUrl, token: SECRET })).json as Connection
    await program.call({ method: "DELETE", url: `/api/v2/connections/${id}`, headers: asAdmin })

    const { json, text } = await program.call({ url: "/api/v2/admin/audit?limit=2", headers: asAdmin })

    const { entries } = json as { entries: { action: string; subject: string }[] }
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      `connection.delete git ${siteUrl}`,
      `connection.create git ${siteUrl}`,
    ])
    expect(text).not.toContain(SECRET)
  })

  it("get another secret when they are connected again, and keep their id", async () => {
    const first = (await connect({ kind: "git", siteUrl, token: "wrong" })).json as Connection
    const refused = await test(first.id)
    const second = (await connect({ kind: "git", siteUrl: `${siteUrl}/`, token: SECRET })).json as Connection
    const accepted = await test(second.id)

    expect(second.id).toBe(first.id)
    expect(refused).toMatchObject({ accepted: false, accountName: null })
    expect(refused.message).toContain("401")
    expect(accepted).toMatchObject({ accepted: true, accountName: "tender" })
    expect(asked.map(({ url }) => url)).toEqual(["/api/v4/user", "/api/v4/user"])
  })

  it("say that a host is of no known kind, and that it does not answer", async () => {
    const { id } = (await connect({ kind: "wiki", siteUrl, token: SECRET })).json as Connection
    const ofAnotherKind = await test(id)
    const silent = (await connect({ kind: "notes", siteUrl: "http://127.0.0.1:1", token: SECRET })).json as Connection
    const unreachable = await test(silent.id)

    expect(ofAnotherKind.accepted).toBe(false)
    expect(ofAnotherKind.message).toContain("Check the address")
    expect(unreachable.message).toContain("did not respond")
  })

  it("are refused at addresses that may not be fetched", async () => {
    const made = await connect({ kind: "git", siteUrl: "http://10.0.0.1", token: SECRET })

    expect([made.status, (made.json as { error: string }).error]).toEqual([400, "validation_error"])
    expect(await list()).toEqual([])
  })

  it("are an admin's to change, and shown to nobody without a key", async () => {
    const anonymous = await program.call({ url: "/api/v2/connections" })
    const payload = { kind: "git", siteUrl, token: SECRET }
    const stranger = await program.call({ method: "POST", url: "/api/v2/connections", payload })

    expect([anonymous.status, stranger.status]).toEqual([401, 401])
    expect(asked).toEqual([])
  })

  it("leave no readable secret in the database", async () => {
    await connect({ kind: "git", siteUrl, token: SECRET })

    const files = await Promise.all(
      ["lectern.db", "lectern.db-wal"].map((name) =>
        readFile(join(program.dataDir, name)).catch(() => Buffer.alloc(0)),
      ),
    )
    expect(Buffer.concat(files).includes(siteUrl)).toBe(true)
    expect(Buffer.concat(files).includes(SECRET)).toBe(false)
  })
})
