import { randomBytes } from "node:crypto"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { execFileSync } from "node:child_process"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { InvalidInput, type ServiceError } from "../../base/errors.ts"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import { AddressRefused } from "../../net/errors.ts"
import {
  AccessRefused,
  BranchMissing,
  EmptyRepository,
  NotARepository,
  SourceTimeout,
  SourceTooLarge,
  SourceUnreachable,
  TagMissing,
} from "../base/errors.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import { openGitHost, type GitHost } from "./git-host.testing.ts"
import type { GitSourceRequest } from "./git-request.ts"
import type { SourceEnvironment } from "../kind/source-environment.ts"
import { openGitSource, readRemoteHead } from "./git-source.ts"

const SECRET = "s3cret-token-value"
const anySignal = new AbortController().signal
const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
let host: GitHost
let workDirectory: string

beforeAll(async () => {
  host = await openGitHost()
  await host.add("plain", {
    branches: { main: [{ path: "a.md", content: "# A" }], other: [{ path: "a.md", content: "# B" }] },
  })
})
afterAll(() => host.close())
beforeEach(async () => {
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-git-refusals-"))
})
afterEach(async () => {
  expect(await readdir(workDirectory)).toEqual([])
  expect(gitProcesses()).toEqual([])
  await rm(workDirectory, { recursive: true })
})

const environment = (limits: Partial<SourceLimits> = {}): SourceEnvironment => ({
  guard,
  workDirectory,
  knownHosts: { path: join(workDirectory, "known_hosts"), isPinned: false },
  log: silentLog,
  limits,
})
const open = (
  request: Partial<GitSourceRequest> & { url: string },
  limits: Partial<SourceLimits> = {},
  signal = anySignal,
) => openGitSource(request, environment(limits), signal)

/** Arguments and environment of git processes that belong to this test. */
function gitProcesses(): readonly string[] {
  const lines = execFileSync("ps", ["-eo", "args", "eww"], { maxBuffer: 64 * 2 ** 20 })
    .toString()
    .split("\n")
  return lines.filter((line) => line.includes(workDirectory) && /^\S*git/.test(line))
}

/** Waits until a git process of this test is seen. */
async function untilGitRuns(): Promise<readonly string[]> {
  for (;;) {
    const processes = gitProcesses().filter((line) => line.includes("fetch") || line.includes("ls-remote"))
    if (processes.length > 0) return processes
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function failure(opening: Promise<unknown>): Promise<ServiceError> {
  return await opening.then(
    () => Promise.reject(new Error("it was opened")),
    (error: unknown) => error as ServiceError,
  )
}

describe("git source refusals", () => {
  it("says that there is no repository at an address", async () => {
    for (const path of ["nothing.git", "status/404/x.git", "page/x.git"]) {
      expect(await failure(open({ url: `${host.url}/${path}` }))).toBeInstanceOf(NotARepository)
    }
  })

  it("says that a host is not reachable, and that it is worth another try", async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const lost = {
      ...environment(),
      guard: makeAddressGuard({ resolver: () => Promise.reject(new Error("ENOTFOUND")) }),
    }

    const refused = await failure(open({ url: `http://127.0.0.1:${port}/a/b.git` }))
    const unknown = await failure(openGitSource({ url: "https://git.example/a/b.git" }, lost, anySignal))

    expect([refused, unknown].map((error) => [error.constructor, error.retryable])).toEqual([
      [SourceUnreachable, true],
      [SourceUnreachable, true],
    ])
    expect(unknown.message).toBe("cannot find the host git.example: check the spelling")
  })

  it("asks for a token, refuses a wrong one, and reads with the right one", async () => {
    const url = `${host.url}/private/${SECRET}/plain.git`

    expect(await failure(open({ url }))).toMatchObject({
      message: expect.stringContaining("needs a token") as string,
      retryable: false,
    })
    expect(await failure(open({ url, token: "wrong" }))).toBeInstanceOf(AccessRefused)
    const snapshot = await open({ url, token: SECRET })
    await snapshot.close()

    expect(snapshot.fileCount).toBe(1)
  })

  it("keeps the token out of arguments, errors and other hosts", async () => {
    const cancel = new AbortController()
    const stalled = open({ url: `${host.url}/stall/plain.git`, token: SECRET }, {}, cancel.signal)
    const running = execArguments(await untilGitRuns())
    cancel.abort(new Error("enough"))
    await failure(stalled)
    const other = await openGitHost()
    await other.add("plain", { branches: { main: [{ path: "a.md", content: "# A" }] } })

    const snapshot = await open({ url: `${host.url}/to/${encodeURIComponent(other.url)}/plain.git`, token: SECRET })
    await snapshot.close()
    await other.close()
    const refusal = await failure(open({ url: `${host.url}/private/x/plain.git`, token: SECRET }))

    expect(running.join()).not.toMatch(new RegExp(`${SECRET}|${Buffer.from(`git:${SECRET}`).toString("base64")}`))
    expect(other.authorizations).toEqual([])
    expect(JSON.stringify([refusal.message, refusal.stack, refusal.cause])).not.toContain(SECRET)
  })

  it("refuses credentials inside the address without repeating them", async () => {
    const error = await failure(open({ url: `http://me:${SECRET}@127.0.0.1:${host.port}/plain.git` }))

    expect(error).toBeInstanceOf(AddressRefused)
    expect(error.message).not.toContain(SECRET)
  })

  it("says which branch or tag is missing", async () => {
    const url = `${host.url}/plain.git`

    expect(await failure(open({ url, branch: "gone" }))).toMatchObject({
      constructor: BranchMissing,
      code: "branch_not_found",
      message: "the repository has no branch gone; it has main, other",
    })
    expect(await failure(open({ url, tag: "v9" }))).toBeInstanceOf(TagMissing)
    expect(await failure(readRemoteHead({ url, branch: "gone" }, environment(), anySignal))).toBeInstanceOf(
      BranchMissing,
    )
  })

  it.each(["--upload-pack=touch /tmp/x", "-x", "a b", "a..b", "a\nb", "", "refs/../x", "a:b", "x.lock", "a@{1}"])(
    "refuses %j as the name of a branch",
    async (branch) => {
      expect(await failure(open({ url: `${host.url}/plain.git`, branch }))).toBeInstanceOf(InvalidInput)
    },
  )

  it("says that a repository is empty", async () => {
    await host.add("empty", {})

    expect(await failure(open({ url: `${host.url}/empty.git` }))).toBeInstanceOf(EmptyRepository)
  })

  it.each([
    "file:///etc",
    "git://127.0.0.1/a/b",
    "ext::sh -c id",
    "http://10.0.0.1/a/b.git",
    "http://[::ffff:10.0.0.1]/a/b",
    "--upload-pack=id",
    "/etc/passwd",
  ])("refuses the address %s", async (url) => {
    expect(await failure(open({ url }))).toBeInstanceOf(AddressRefused)
  })

  it("refuses a name that resolves to a private address, and a redirect to one", async () => {
    const rebinding = {
      ...environment(),
      guard: makeAddressGuard({ resolver: async () => [{ address: "8.8.8.8" }, { address: "127.0.0.1" }] }),
    }

    expect(
      await failure(openGitSource({ url: `http://git.example:${host.port}/plain.git` }, rebinding, anySignal)),
    ).toBeInstanceOf(AddressRefused)
    expect(
      await failure(open({ url: `${host.url}/to/${encodeURIComponent("http://169.254.169.254")}/x.git` })),
    ).toBeInstanceOf(AddressRefused)
    expect(await failure(open({ url: `${host.url}/to/${encodeURIComponent("file:///etc")}/x.git` }))).toBeInstanceOf(
      AddressRefused,
    )
  })

  it("stops waiting for a host that never answers, and for one that begins and stalls", async () => {
    expect(await failure(open({ url: `${host.url}/hang/plain.git` }, { timeLimitMs: 200 }))).toMatchObject({
      constructor: SourceTimeout,
      retryable: true,
      code: "timeout",
    })
    expect(await failure(open({ url: `${host.url}/stall/plain.git` }, { timeLimitMs: 400 }))).toBeInstanceOf(
      SourceTimeout,
    )
  })

  it("says that a host broke off in the middle of the repository, and that it is worth another try", async () => {
    await host.add("broken-off", {
      branches: { main: [{ path: "a.md", content: randomBytes(200_000).toString("hex") }] },
    })

    const broken = await failure(open({ url: `${host.url}/cut/20000/broken-off.git` }))

    expect(broken).toMatchObject({ constructor: SourceUnreachable, retryable: true })
    expect(await failure(open({ url: `${host.url}/cut/10/broken-off.git` }))).toMatchObject({ retryable: true })
  })

  it("stops in the middle with the caller's reason, leaving no process and no directory", async () => {
    const cancel = new AbortController()

    const opening = open({ url: `${host.url}/stall/plain.git` }, {}, cancel.signal)
    await untilGitRuns()
    cancel.abort(new Error("cancelled by the user"))

    expect(await failure(opening)).toMatchObject({ message: "cancelled by the user" })
  })

  it("stops yielding when the signal of items is aborted", async () => {
    const snapshot = await open({ url: `${host.url}/plain.git` })
    const cancel = new AbortController()
    cancel.abort(new Error("cancelled by the user"))

    await expect(snapshot.items(cancel.signal)[Symbol.asyncIterator]().next()).rejects.toThrow("cancelled by the user")
    await snapshot.close()
  })

  it("goes on reading when the signal of opening is aborted, and stops in the middle with that of items", async () => {
    await host.add("pages", {
      branches: { main: Array.from({ length: 200 }, (_, at) => ({ path: `${at}.md`, content: "x" })) },
    })
    const [opening, reading] = [new AbortController(), new AbortController()]
    const snapshot = await open({ url: `${host.url}/pages.git` }, {}, opening.signal)
    opening.abort(new Error("too late"))
    let count = 0

    const reader = (async () => {
      for await (const _ of snapshot.items(reading.signal)) if (++count === 70) reading.abort(new Error("enough"))
    })()

    await expect(reader).rejects.toThrow("enough")
    expect(count).toBe(70)
    await snapshot.close()
  })

  it("gives up on a repository that takes too much disk or has too many files", async () => {
    const noise = Array.from({ length: 300_000 }, () => Math.random().toString(36)).join("\n")
    await host.add("large", {
      branches: {
        main: [
          { path: "a.md", content: noise },
          { path: "b.md", content: "b" },
          { path: "c.md", content: "c" },
        ],
      },
    })
    const url = `${host.url}/large.git`

    expect(await failure(open({ url }, { maxDiskBytes: 1_000_000 }))).toMatchObject({
      constructor: SourceTooLarge,
      code: "library_too_large",
    })
    expect(await failure(open({ url }, { maxEntries: 2 }))).toBeInstanceOf(SourceTooLarge)
  })
})

/** Arguments only: `ps` puts the environment, where the token may be, after them. */
function execArguments(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.slice(0, line.search(/ [A-Z_]+=/)))
}
