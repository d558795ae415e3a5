import { execFileSync } from "node:child_process"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import { SourceTimeout, SourceTooLarge } from "../base/errors.ts"
import { localGitEnvironment } from "./git-environment.ts"
import { openBombHost } from "./git-bomb.testing.ts"
import { openObjectReader } from "./git-objects.ts"
import { runGit } from "./git-process.ts"
import { openGitSource } from "./git-source.ts"

const anySignal = new AbortController().signal
const MEBIBYTE = 1024 * 1024
let workDirectory: string

beforeEach(async () => {
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-git-limits-"))
})
afterEach(() => rm(workDirectory, { recursive: true }))

function open(url: string) {
  return openGitSource(
    { url },
    {
      guard: makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] }),
      workDirectory,
      knownHosts: { path: join(workDirectory, "known_hosts"), isPinned: false },
      log: silentLog,
    },
    anySignal,
  )
}

/** Largest resident memory, in bytes, of the processes that were started in the work directory while work runs. */
async function peakMemoryDuring(work: Promise<unknown>): Promise<number> {
  let peak = 0
  const timer = setInterval(() => {
    const lines = execFileSync("ps", ["-eo", "rss,args", "eww"], { maxBuffer: 64 * MEBIBYTE })
      .toString()
      .split("\n")
    for (const text of lines) {
      if (text.includes(workDirectory)) peak = Math.max(peak, Number.parseInt(text, 10) * 1024)
    }
  }, 30)
  await work.catch(() => undefined)
  clearInterval(timer)
  return peak
}

describe("limits of git", () => {
  it.each([320 * MEBIBYTE, 1024 * MEBIBYTE])("refuse a pack that describes a blob of %i bytes", async (blobBytes) => {
    const host = await openBombHost(blobBytes)

    const opening = open(host.url)
    const peak = await peakMemoryDuring(opening)

    expect(host.packBytes).toBeLessThan(5_000)
    await expect(opening).rejects.toBeInstanceOf(SourceTooLarge)
    await expect(opening).rejects.toThrow("sent objects that need too much memory to unpack")
    expect(peak).toBeLessThan(256 * MEBIBYTE)
    expect(await readdir(workDirectory)).toEqual([])
    await host.close()
  })

  it("let a delta through that stays below them", async () => {
    const host = await openBombHost(MEBIBYTE)

    const snapshot = await open(host.url)

    expect(snapshot.fileCount).toBe(2)
    await snapshot.close()
    await host.close()
  })

  it("hold for address space and processor time in every process of git", async () => {
    const environment = { ...localGitEnvironment(workDirectory), GIT_CONFIG_COUNT: "1" }
    let output = ""
    const alias = { GIT_CONFIG_KEY_0: "alias.limits", GIT_CONFIG_VALUE_0: "!ulimit -v; ulimit -t; ulimit -c" }
    await runGit(["limits"], {
      directory: workDirectory,
      environment: { ...environment, ...alias },
      signal: anySignal,
      onOutput: (chunk) => (output += chunk.toString()),
    })

    const [space, time, core] = output.trim().split("\n")
    if (process.platform === "linux") expect(Number(space)).toBe(1536 * 1024)
    expect([time, core]).toEqual(["600", "0"])
  })

  it("end a command that takes too long, and a reader that does not answer", async () => {
    const environment = localGitEnvironment(workDirectory)
    const sleeping = { ...environment, GIT_CONFIG_COUNT: "1" }
    const alias = { GIT_CONFIG_KEY_0: "alias.nap", GIT_CONFIG_VALUE_0: "!sleep 60" }
    const run = { directory: workDirectory, signal: anySignal, timeLimitMs: 100 }

    await expect(runGit(["nap"], { ...run, environment: { ...sleeping, ...alias } })).rejects.toBeInstanceOf(
      SourceTimeout,
    )
    // No process answers in no time.
    const reader = openObjectReader(workDirectory, environment, 0)
    await expect(reader.facts("HEAD")).rejects.toBeInstanceOf(SourceTimeout)
  })
})
