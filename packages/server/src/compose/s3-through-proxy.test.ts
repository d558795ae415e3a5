import { expect, it, vi } from "vitest"
import { RemoteUnavailable } from "../blobs/errors.ts"
import { openS3Blobs } from "../blobs/remote/s3-blobs.ts"
import { startS3Server } from "../blobs/remote/s3-server.testing.ts"
import { readSettings } from "../config/settings.ts"
import { makeOutgoing } from "../net/outgoing.ts"
import { openTestProxy } from "../net/proxy-server.testing.ts"
import { s3LocationOf } from "./open-blobs.ts"

it("reaches the store through the configured proxy, and names it when it refuses", async () => {
  const server = await startS3Server()
  const [proxy, refusing] = [await openTestProxy(), await openTestProxy({ status: 502 })]
  for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value)
  const host = `s3.amazonaws.com:${new URL(server.location.endpoint ?? "").port}`
  const settings = readSettings({ LECTERN_S3_ENDPOINT: `http://${host}` })
  const openThrough = (url: string) => openS3Blobs(s3LocationOf(server.location, settings, makeOutgoing({ http: url })))
  try {
    const blobs = await openThrough(proxy.url)
    await blobs.close()
    expect(new Set(proxy.asked)).toEqual(new Set([host]))
    const opening = openThrough(refusing.url)
    await expect(opening).rejects.toBeInstanceOf(RemoteUnavailable)
    await expect(opening).rejects.toThrow("the outgoing proxy did not connect to s3.amazonaws.com: status 502")
  } finally {
    vi.unstubAllEnvs()
    await Promise.all([proxy.close(), refusing.close(), server.close()])
  }
})
