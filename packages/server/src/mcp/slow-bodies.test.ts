import { connect } from "node:net"
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest"
import { type McpApp, startMcpApp } from "./mcp-app.testing.ts"

let app: McpApp

beforeAll(async () => {
  app = await startMcpApp({ LECTERN_CONCURRENT_REQUESTS: "4" })
})
afterAll(() => app.close())

/** Sends the headers and one byte of a message, and keeps the connection open. */
async function beginMessage(localAddress: string): Promise<void> {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  const headers = [
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    "content-length: 99",
  ]
  socket.write(`POST /mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${headers.join("\r\n")}\r\n\r\n{`)
}

it("answers others at once while two clients send their messages slowly", async () => {
  for (const address of ["127.0.0.2", "127.0.0.3"]) {
    await Promise.all(Array.from({ length: 8 }, () => beginMessage(address)))
  }
  const headers = { authorization: `Bearer ${app.key}` }

  const ask = (init: RequestInit) =>
    fetch(`${app.url}/api/v2/context?libraryId=/honojs/website&query=middleware`, {
      ...init,
      signal: AbortSignal.timeout(5_000),
    })

  expect((await ask({})).status).toBe(200)
  expect((await ask({ headers })).status).toBe(200)
})
