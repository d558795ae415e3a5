import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { RemoteRefused, RemoteUnavailable } from "../errors.ts"
import { openS3Blobs } from "./s3-blobs.ts"
import { type S3Server, startS3Server } from "./s3-server.testing.ts"

let server: S3Server

beforeEach(async () => {
  server = await startS3Server()
  for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

describe("opening blobs in S3", () => {
  it("names a bucket that does not exist", async () => {
    const opening = openS3Blobs({ ...server.location, bucket: "other-bucket" })

    await expect(opening).rejects.toBeInstanceOf(RemoteRefused)
    await expect(opening).rejects.toThrow("the bucket other-bucket does not exist")
  })

  it("says that credentials are wrong", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "SOMEONE")

    await expect(openS3Blobs(server.location)).rejects.toThrow("it rejected the credentials")
  })

  it("says that credentials are missing", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", undefined)
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", undefined)
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    vi.stubEnv("AWS_CONFIG_FILE", "/nonexistent")
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true")

    await expect(openS3Blobs(server.location)).rejects.toThrow("there are no credentials")
  })

  it("says that a store does not respond, without its address", async () => {
    await server.stop()
    const opening = openS3Blobs(server.location)

    await expect(opening).rejects.toBeInstanceOf(RemoteUnavailable)
    await expect(opening).rejects.toThrow("the blob store does not respond (ECONNREFUSED). Try again later")
  })

  it("prints no warning about the version of Node", async () => {
    const warn = vi.spyOn(process, "emitWarning")

    await (await openS3Blobs(server.location)).close()

    expect(warn).not.toHaveBeenCalled()
  })
})
