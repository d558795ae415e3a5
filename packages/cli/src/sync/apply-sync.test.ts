import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { LecternClient } from "@lectern/client"
import { expect, it, onTestFinished } from "vitest"
import type { Session } from "../session/connect.ts"
import { applySync } from "./apply-sync.ts"
import type { SyncItem } from "./plan-sync.ts"

const missingVersion = (libraryId: string): SyncItem => ({
  dependency: {
    ecosystem: "npm",
    name: libraryId.slice(1),
    version: "2.0.0",
    repositoryUrl: undefined,
    file: "package.json",
  },
  state: "version-missing",
  libraryId,
  tag: "v2.0.0",
  documentation: undefined,
  isCurrent: false,
})

/** Opens a session with a server that closes the connection of requests for `/lost/docs` and accepts all others. */
async function aSession(signal: AbortSignal): Promise<Session> {
  const server = createServer((request, response) => {
    if (request.url?.includes("/lost/docs") === true) return void request.socket.destroy()
    const isJob = request.method === "GET"
    response.writeHead(isJob ? 200 : 202, { "content-type": "application/json" })
    response.end(JSON.stringify(isJob ? { id: "j1", state: "queued" } : { jobId: "j1" }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: new LecternClient({ url, maxRetries: 0 }), isLocal: false, signal }
}

it("queues the other items if the connection is lost for one", async () => {
  const session = await aSession(new AbortController().signal)

  const results = await applySync(session, [missingVersion("/lost/docs"), missingVersion("/kept/docs")])

  expect(results.map(({ job, problem }) => [job?.state, problem])).toEqual([
    [undefined, expect.stringContaining("no server responds at")],
    ["queued", undefined],
  ])
})

it("reports a cancelled job as a problem", async () => {
  const session = await aSession(new AbortController().signal)

  const [result] = await applySync(session, [missingVersion("/kept/docs")], (job) =>
    Promise.resolve({ ...job, state: "cancelled", error: null }),
  )

  expect(result?.problem).toBe("cancelled")
})

it("ends when it is interrupted", async () => {
  const interruption = new AbortController()
  const session = await aSession(interruption.signal)
  const reason = new Error("interrupted")
  interruption.abort(reason)

  await expect(applySync(session, [missingVersion("/kept/docs")])).rejects.toBe(reason)
})
