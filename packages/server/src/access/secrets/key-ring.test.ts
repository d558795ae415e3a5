import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { silentLog, type Log } from "../../base/log.ts"
import { addNewestKey, forgetOldKeys, openKeyRing, ringKey, REREAD_AFTER_MS } from "./key-ring.ts"
import { createSecretBox } from "./encryption.ts"

type Line = readonly [level: string, fields: object, event: string]

let folder: string
let lines: Line[]
let log: Log
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-ring-"))
  lines = []
  log = {
    ...silentLog,
    info: (fields, event) => void lines.push(["info", fields, event]),
    error: (fields, event) => void lines.push(["error", fields, event]),
  }
  vi.useFakeTimers({ toFake: ["performance"] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const fileOf = () => join(folder, "encryption.key")
const nextReading = () => vi.advanceTimersByTime(REREAD_AFTER_MS)

describe("the keys of the data directory", () => {
  it("stay in use when their file is lost or damaged, and the log says so once, without a key", async () => {
    const ring = await openKeyRing(folder, { configured: undefined, log })
    const [first] = ring.keys()
    const sealer = createSecretBox(ring)
    const sealed = sealer.seal("a token")
    const hex = Buffer.from(first.bytes).toString("hex")
    const damaged = ["", "\n", hex.slice(0, 40), `${hex.slice(1)}\n`, `${hex}\n${hex.slice(0, 10)}`, "no keys at all"]

    for (const text of damaged) {
      await writeFile(fileOf(), text)
      for (let reading = 0; reading < 3; reading++) {
        nextReading()
        expect(sealer.unseal(sealed)).toBe("a token")
        expect(sealer.unseal(sealer.seal("another"))).toBe("another")
      }
    }
    await rm(fileOf())
    nextReading()
    expect(ring.keys()).toEqual([first])

    expect(lines.map(([level, , event]) => [level, event])).toEqual(
      Array.from({ length: 3 }, () => ["error", "cannot reload encryption keys"]),
    )
    expect(lines.map(([, fields]) => (fields as { reason: string }).reason)).toEqual([
      expect.stringContaining("it contains no key"),
      expect.stringContaining("every key must be 64 hexadecimal characters"),
      expect.stringContaining("ENOENT"),
    ])
    expect(JSON.stringify(lines)).not.toContain(hex.slice(0, 10))
  })

  it("are followed again as soon as the file is whole, which the log tells too", async () => {
    const ring = await openKeyRing(folder, { configured: undefined, log })
    const [first] = ring.keys()
    await writeFile(fileOf(), "torn")
    nextReading()
    ring.keys()

    await writeFile(fileOf(), Buffer.from(first.bytes).toString("hex"))
    const newest = await addNewestKey(folder)
    nextReading()

    expect(ring.keys().map(({ id }) => id)).toEqual([newest.id, first.id])
    expect(lines.map(([level]) => level)).toEqual(["error", "info"])
  })

  it("leave only their own file in the data directory", async () => {
    await openKeyRing(folder, { configured: undefined, log })
    await addNewestKey(folder)

    expect(await readdir(folder)).toEqual(["encryption.key"])
  })

  it("are reduced to the newest one when the old ones are deleted", async () => {
    await openKeyRing(folder, { configured: undefined, log })
    const newest = await addNewestKey(folder)
    await forgetOldKeys(folder)

    expect((await openKeyRing(folder, { configured: undefined, log })).keys()).toEqual([newest])
  })

  it("have ids that never change, because stored secrets contain them", () => {
    expect(ringKey(new Uint8Array(32)).id).toBe("7276c4cb")
  })

  it("are never made anew over a file that holds none, at a start", async () => {
    await writeFile(fileOf(), "")

    await expect(openKeyRing(folder, { configured: undefined, log })).rejects.toThrow("it contains no key")
  })
})
