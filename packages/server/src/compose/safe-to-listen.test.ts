import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished, describe, expect, it } from "vitest"
import { asListenError, findUnsafeFirstStart } from "./safe-to-listen.ts"

async function listen(host: string, port: number): Promise<Server> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve))
  return server
}

const problemOf = (error: unknown, host: string, port: number) =>
  String(asListenError(error, { LECTERN_HOST: host, LECTERN_PORT: port }))

describe("a server that cannot listen", () => {
  it("says that another program uses the port, and how to choose another one", async () => {
    const { port } = (await listen("127.0.0.1", 0)).address() as AddressInfo

    const error = await listen("127.0.0.1", port).catch((thrown: unknown) => thrown)

    expect(problemOf(error, "127.0.0.1", port)).toContain(
      `cannot listen on 127.0.0.1:${port}: another program uses this port. Stop it, or choose another port with --port`,
    )
  })

  it("says that the machine does not have the address", async () => {
    const error = await listen("192.0.2.1", 0).catch((thrown: unknown) => thrown)

    expect(problemOf(error, "192.0.2.1", 3000)).toContain("cannot listen on 192.0.2.1:3000: this machine does not have")
  })

  it("says that the user may not use the port, and leaves other errors as they are", () => {
    const refused = Object.assign(new Error("listen EACCES"), { code: "EACCES" })
    const other = new Error("other")

    expect(problemOf(refused, "::1", 80)).toContain("cannot listen on [::1]:80: this user may not use the port")
    expect(asListenError(other, { LECTERN_HOST: "::1", LECTERN_PORT: 80 })).toBe(other)
  })

  it("names the data directory in the command that sets a password", () => {
    const settings = {
      LECTERN_EDITION: "self-hosted",
      LECTERN_ADMIN_PASSWORD: undefined,
      LECTERN_HOST: "0.0.0.0",
    } as const

    expect(findUnsafeFirstStart({ ...settings, LECTERN_DATA_DIR: "/var/lib/lectern" })).toMatch(
      /lectern admin set-password --data-dir \/var\/lib\/lectern$/,
    )
    expect(findUnsafeFirstStart({ ...settings, LECTERN_DATA_DIR: "data" })).toMatch(/lectern admin set-password$/)
  })
})
