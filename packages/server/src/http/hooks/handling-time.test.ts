import { connect } from "node:net"
import { routeOf } from "@lectern/contract"
import { fastify } from "fastify"
import { expect, it, onTestFinished } from "vitest"
import { limitHandlingTime } from "./handling-time.ts"

/** More than the buffers of the operating system hold. */
const LARGE = "x".repeat(32 * 2 ** 20)
const LIMIT_MS = 200

/** Asks for a large response and does not read it. @returns when the server closes the connection. */
async function askWithoutReading(path: string): Promise<{ readonly closed: Promise<unknown> }> {
  const app = fastify({ handlerTimeout: LIMIT_MS })
  limitHandlingTime(app)
  app.get("/answer", { config: { operation: routeOf("getContext") } }, () => LARGE)
  app.get("/export", { config: { operation: routeOf("exportLibrary") } }, () => LARGE)
  const closed = new Promise((resolve) =>
    app.addHook("onRequest", async (_request, reply) => void reply.raw.once("close", () => resolve("closed"))),
  )
  const url = await app.listen({ host: "127.0.0.1", port: 0 })
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) })
  socket.pause()
  onTestFinished(async () => {
    socket.destroy()
    await app.close()
  })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  return { closed }
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, "still open"))

it("cuts off an answer that its client does not read", async () => {
  const { closed } = await askWithoutReading("/answer")

  expect(await Promise.race([closed, later(10_000)])).toBe("closed")
})

it("leaves files to clients with slow connections", async () => {
  const { closed } = await askWithoutReading("/export")

  expect(await Promise.race([closed, later(3 * LIMIT_MS)])).toBe("still open")
})
