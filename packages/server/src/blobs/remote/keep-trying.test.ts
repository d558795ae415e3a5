import { expect, it, vi } from "vitest"
import { RemoteUnavailable } from "../errors.ts"
import { keepTrying } from "./keep-trying.ts"

it("retries work while the store does not respond", async () => {
  const work = vi.fn(async () => "read").mockRejectedValueOnce(new RemoteUnavailable("ECONNREFUSED"))

  expect(await keepTrying(work, { patienceMs: 5_000, signal: new AbortController().signal })).toBe("read")
  expect(work).toHaveBeenCalledTimes(2)
})

it("throws the last error when its time is over, and other errors at once", async () => {
  const { signal } = new AbortController()
  const unavailable = new RemoteUnavailable("ECONNREFUSED")
  const other = new Error("the disk is full")

  await expect(keepTrying(() => Promise.reject(unavailable), { patienceMs: 50, signal })).rejects.toBe(unavailable)
  await expect(keepTrying(() => Promise.reject(other), { patienceMs: 5_000, signal })).rejects.toBe(other)
})

it("starts no further attempt once it is stopped", async () => {
  const stopping = new AbortController()
  const unavailable = new RemoteUnavailable("ECONNREFUSED")
  const work = vi.fn(() => {
    queueMicrotask(() => setImmediate(() => stopping.abort()))
    return Promise.reject(unavailable)
  })

  await expect(keepTrying(work, { patienceMs: 60_000, signal: stopping.signal })).rejects.toBe(unavailable)
  expect(work).toHaveBeenCalledTimes(1)
})
