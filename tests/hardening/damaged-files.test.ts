import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshInstance, type RunningLectern, startLectern, waitFor } from "../e2e/running-lectern.ts"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"

const instance = freshInstance()
let host: GitHost
let lectern: RunningLectern
beforeAll(async () => {
  host = await startGitHost()
  for (const name of ["otter", "seal"]) {
    await host.commit(`${name}/docs`, { "a.md": `# ${name}\n\nThe ${name} swims in a river of bytes.\n` })
  }
  lectern = await startLectern(instance)
  for (const name of ["otter", "seal"]) {
    await lectern.client.addRepository({ docsRepoUrl: `${host.url}/${name}/docs.git` })
    await untilServed(name)
  }
}, 60_000)
afterAll(async () => {
  await lectern.kill()
  await host.close()
  instance.remove()
})

const untilServed = (name: string) =>
  waitFor(`/${name}/docs`, async () =>
    (await lectern.client.getLibrary(`/${name}/docs`).catch(() => undefined))?.state === "finalized" ? true : undefined,
  )
const ask = async (name: string) => {
  const query = new URLSearchParams({ libraryId: `/${name}/docs`, query: "river of bytes", type: "txt" })
  const answer = await fetch(`${lectern.url}/api/v2/context?${query.toString()}`, {
    headers: { authorization: `Bearer ${instance.key}` },
  })
  return { status: answer.status, text: await answer.text() }
}

/** Paths of stored files, index files and reports alike. */
function blobs(): readonly string[] {
  return readdirSync(join(instance.dataDir, "blobs"), { recursive: true, encoding: "utf8" })
    .map((path) => join(instance.dataDir, "blobs", path))
    .filter((path) => statSync(path).isFile())
}

describe("files that were damaged while nobody looked", { timeout: 120_000 }, () => {
  it.each([
    ["cut in the middle", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["full of noise", (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at % 7 === 0 ? byte ^ 0x5a : byte)))],
    ["empty", () => Buffer.alloc(0)],
  ])(
    "index files %s end in an error answer, and a refresh makes them anew although nothing has changed",
    async (_, damage) => {
      await lectern.stop()
      const whole = new Map(blobs().map((path) => [path, readFileSync(path)]))
      for (const [path, bytes] of whole) writeFileSync(path, damage(bytes))
      lectern = await startLectern(instance)

      const damaged = await ask("otter")
      expect(damaged.status).toBeGreaterThanOrEqual(500)
      expect(JSON.parse(damaged.text)).toMatchObject({ error: expect.any(String), message: expect.any(String) })
      expect(damaged.text).not.toContain(instance.dataDir)

      await lectern.client.refreshLibrary({ libraryName: "/otter/docs" })
      const healed = await waitFor("the otter to be read again", async () => {
        const answer = await ask("otter")
        return answer.status === 200 ? answer : undefined
      })
      expect(healed.text).toContain("The otter swims")
      for (const [path, bytes] of whole) writeFileSync(path, bytes)
    },
  )

  it("a damaged catalogue keeps the server from starting, with its name and what to do", async () => {
    await lectern.stop()
    const path = join(instance.dataDir, "lectern.db")
    const whole = readFileSync(path)
    const noise = Buffer.from(whole)
    noise.fill(0x5a, 100, 4_096)

    for (const damaged of [noise, whole.subarray(0, 5_000), Buffer.from("not a catalogue"), Buffer.alloc(0)]) {
      writeFileSync(path, damaged)
      await expect(startLectern(instance)).rejects.toThrow(
        /the catalogue .*lectern\.db .*(?:restore|Restore) it from a backup/,
      )
    }
    writeFileSync(path, whole)
    lectern = await startLectern(instance)
    expect((await ask("seal")).text).toContain("The seal swims")
  })
})
