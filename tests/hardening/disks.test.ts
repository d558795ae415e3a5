import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type RunningLectern, startLectern, waitFor } from "../e2e/running-lectern.ts"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"

// A disk of its own has to be mounted, which only root may do.
const isRoot = process.getuid?.() === 0

describe.runIf(isRoot)("the program on a disk that", { timeout: 120_000 }, () => {
  const key = `lectern_${randomBytes(20).toString("hex")}`
  let host: GitHost
  let disk: string
  let dataDir: string
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("otter/docs", { "a.md": "# Otter\n\nThe otter swims in a river of bytes.\n" })
    await host.commit("seal/docs", { "a.md": "# Seal\n\nThe seal sleeps on a rock.\n" })
  })
  afterAll(() => host.close())
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), "lectern-disk-"))
    dataDir = join(disk, "data")
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk])
  })
  afterEach(async () => {
    execFileSync("umount", [disk])
    await rm(disk, { recursive: true })
  })

  /** Fills the disk to its last byte. @returns the file that does it. */
  function fill(): string {
    const path = join(disk, "fill")
    execFileSync("sh", ["-c", `cat /dev/zero > ${path} 2> /dev/null || true`])
    return path
  }

  const addTo = async ({ url, client }: RunningLectern, name: string) => {
    await client.addRepository({ docsRepoUrl: `${host.url}/${name}.git` })
    await waitFor(`/${name} on ${url}`, async () =>
      (await client.getLibrary(`/${name}`).catch(() => undefined))?.state === "finalized" ? true : undefined,
    )
  }

  it("fills up answers questions, refuses changes with the reason, and goes on when there is room", async () => {
    const lectern = await startLectern({ dataDir, key })
    try {
      await addTo(lectern, "otter/docs")
      const ask = () => lectern.client.readContextText({ libraryId: "/otter/docs", query: "river of bytes" })
      const before = await ask()

      const path = fill()
      const refused = await fetch(`${lectern.url}/api/v2/add/repo/git`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ docsRepoUrl: `${host.url}/seal/docs.git` }),
      })

      expect(await refused.json()).toEqual({
        error: "internal_error",
        message: "no space left in the data directory: free some space and try again",
      })
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
      expect(await ask()).toBe(before)
      await rm(path)
      await addTo(lectern, "seal/docs")
    } finally {
      expect(await lectern.stop()).toBe(0)
    }
  })

  it("is full or read-only when it starts says so, and what is there stays as it is", async () => {
    const first = await startLectern({ dataDir, key })
    await addTo(first, "otter/docs")
    await first.stop()

    execFileSync("mount", ["-o", "remount,ro", disk])
    await expect(startLectern({ dataDir, key })).rejects.toThrow("is on a disk that is mounted read-only")
    await expect(startLectern({ dataDir: join(disk, "new"), key })).rejects.toThrow(
      `cannot create "${join(disk, "new")}"`,
    )
    execFileSync("mount", ["-o", "remount,rw", disk])
    const path = fill()
    await expect(startLectern({ dataDir: join(disk, "new"), key })).rejects.toThrow("no space left")
    await rm(path)

    const again = await startLectern({ dataDir, key })
    expect(await again.client.readContextText({ libraryId: "/otter/docs", query: "river of bytes" })).toContain("otter")
    await again.stop()
  })
})
