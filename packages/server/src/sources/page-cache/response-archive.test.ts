import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { FetchedResponse } from "../../net/guarded-fetch.ts"
import { openResponseArchive } from "./response-archive.ts"
import { readIndex } from "./archive-format.ts"

const URL_A = "https://otter.example/a"
let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "lectern-archive-"))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (served?: Uint8Array, name = "new") => openResponseArchive({ served, path: join(folder, name) })

function anAnswer(text: string, headers: Readonly<Record<string, string>>, given: Partial<FetchedResponse> = {}) {
  return { url: URL_A, status: 200, headers: new Map(Object.entries(headers)), bytes: Buffer.from(text), ...given }
}

async function archiveOf(...answers: readonly FetchedResponse[]): Promise<Uint8Array> {
  const archive = open(undefined, "first")
  await Promise.all(answers.map((answer) => archive.keep(answer.url, answer)))
  return readFile((await archive.finish()) ?? "")
}

describe("an archive of answers", () => {
  it("asks whether an answer has changed and gives it back when it has not, reading after reading", async () => {
    const first = await archiveOf(
      anAnswer("page a", {
        etag: '"1"',
        "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT",
        "content-type": "text/html",
      }),
      anAnswer("page b", { etag: '"2"' }, { url: `${URL_A}b` }),
    )

    let served = first
    for (const name of ["second", "third"]) {
      const archive = open(served, name)
      expect(archive.conditionsFor(URL_A)).toEqual({
        "if-none-match": '"1"',
        "if-modified-since": "Sat, 21 Nov 2026 10:00:00 GMT",
      })
      const recalled = await archive.recall(URL_A, anAnswer("", { "x-robots-tag": "noindex" }, { status: 304 }))
      expect(recalled).toMatchObject({ status: 200, bytes: Buffer.from("page a") })
      expect([...(recalled?.headers ?? [])]).toEqual([
        ["content-type", "text/html"],
        ["x-robots-tag", "noindex"],
      ])
      served = await readFile((await archive.finish()) ?? "")
    }
    expect([...readIndex(served).keys()]).toEqual([URL_A])
  })

  it("keeps nothing that cannot be asked for conditionally, and no failure", async () => {
    const archive = open()

    await archive.keep(URL_A, anAnswer("page", { "content-type": "text/html" }))
    await archive.keep(URL_A, anAnswer("gone", { etag: '"1"' }, { status: 404 }))

    expect(await archive.finish()).toBeUndefined()
  })

  it("does not take the answer of another address for the one that is kept", async () => {
    const archive = open(await archiveOf(anAnswer("page", { etag: '"1"' })))

    const recalled = await archive.recall(URL_A, anAnswer("", {}, { status: 304, url: "https://moved.example/" }))

    expect([recalled, archive.recalledCount]).toEqual([undefined, 0])
  })

  it("takes anything damaged for an empty one", async () => {
    const whole = await archiveOf(anAnswer("page", { etag: '"1"' }))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Uint8Array.from(whole, (byte, place) => (place === at ? byte ^ flip : byte))

        expect(() => readIndex(damaged)).not.toThrow()
        expect(readIndex(damaged.subarray(at)).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})
