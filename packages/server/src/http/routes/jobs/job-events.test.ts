import { connect, type AddressInfo } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { followIntervalMs } from "../../../service/jobs/jobs.ts"
import { asAdmin, aBundle, newestJob, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
let url: string
beforeAll(async () => {
  program = await startTestProgram()
  url = await program.app.listen({ host: "127.0.0.1", port: 0 })
})
afterAll(() => program.remove())

async function queueJob(): Promise<string> {
  await program.call({
    method: "POST",
    url: "/api/v2/import-libraries",
    headers: { ...asAdmin, "content-type": "application/json" },
    payload: { libraries: [aBundle(`/otter/n${Math.random()}`)] },
  })
  return (await newestJob(program)).id
}

const listen = (id: string, signal?: AbortSignal) =>
  fetch(`${url}/api/v2/jobs/${id}/events`, { headers: asAdmin, ...(signal === undefined ? {} : { signal }) })

describe("events of a job", () => {
  it("tell how it stands at once, every change, and the end once", async () => {
    const id = await queueJob()
    const answer = await listen(id)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader.read()).value ?? ""
    await program.call({ method: "POST", url: `/api/v2/jobs/${id}/cancel`, headers: asAdmin })
    let rest = ""
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value

    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/)
    expect(first).toMatch(/^id: 1\nevent: job\ndata: \{.*"state":"queued".*\}\n\n$/)
    expect(rest).toMatch(
      /^id: 2\nevent: job\ndata: \{.*"state":"cancelled".*\}\n\nid: 3\nevent: end\ndata: \{.*\}\n\n$/,
    )
  })

  it("end without a last word when the key of the listener is revoked, or the session is over", async () => {
    const id = await queueJob()
    const { json } = await program.call({
      method: "POST",
      url: "/api/v2/keys",
      headers: asAdmin,
      payload: { name: "of the listener" },
    })
    const { id: keyId, key } = json as { id: string; key: string }
    const { catalogue, sessions } = program.context
    const token = await sessions.begin((await catalogue.users.byName("admin"))!, "main", "password")
    const credentials = [{ authorization: `Bearer ${key}` }, { cookie: `lectern_session=${token}` }]
    const listeners = await Promise.all(
      credentials.map((headers) => fetch(`${url}/api/v2/jobs/${id}/events`, { headers })),
    )

    await program.call({ method: "DELETE", url: `/api/v2/keys/${keyId}`, headers: asAdmin })
    await sessions.end(token)
    const heard = await Promise.all(listeners.map((answer) => answer.text()))

    for (const text of heard) expect(text).toMatch(/^id: 1\nevent: job\ndata: \{.*"state":"queued".*\}\n\n$/)
  })

  it("stop asking the catalogue when the listener goes away", async () => {
    const id = await queueJob()
    const leaving = new AbortController()
    const answer = await listen(id, leaving.signal)
    await answer.body!.getReader().read()
    const { jobs } = program.context.catalogue
    const byId = jobs.byId
    let asked = 0
    Object.assign(jobs, { byId: (key: string) => (asked++, byId(key)) })

    leaving.abort()
    await delay(300)
    const afterLeaving = asked
    await delay(500)

    expect(asked).toBe(afterLeaving)
    Object.assign(jobs, { byId })
  })

  it("are refused like any other request when there is no such job", async () => {
    const answer = await listen("none")

    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"])
  })

  it("do not keep a closing server waiting, and neither does a sender that never ends", async () => {
    const closing = await startTestProgram()
    const address = await closing.app.listen({ host: "127.0.0.1", port: 0 })
    await closing.call({
      method: "POST",
      url: "/api/v2/import-libraries",
      headers: { ...asAdmin, "content-type": "application/json" },
      payload: { libraries: [aBundle("/a/b")] },
    })
    const { id } = await newestJob(closing)
    const stream = await fetch(`${address}/api/v2/jobs/${id}/events`, { headers: asAdmin })
    const socket = connect((closing.app.server.address() as AddressInfo).port, "127.0.0.1")
    socket.on("error", () => undefined)
    socket.write(
      "POST /api/v1/refresh HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    )
    await new Promise((resolve) => socket.once("connect", resolve))

    const startedAtMs = performance.now()
    await Promise.all([closing.remove(), stream.text().catch(() => "")])

    expect(performance.now() - startedAtMs).toBeLessThan(9000)
    socket.destroy()
  })
})

it("checks jobs less often when many clients follow them", () => {
  expect([1, 100, 1_000].map(followIntervalMs)).toEqual([200, 200, 2_000])
})
