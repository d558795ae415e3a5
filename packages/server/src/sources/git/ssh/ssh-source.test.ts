import { execFileSync } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../../base/log.ts"
import { makeAddressGuard } from "../../../net/address-guard.ts"
import { AddressRefused } from "../../../net/errors.ts"
import { AccessRefused, HostKeyRefused, NotARepository, SourceTimeout, SourceUnreachable } from "../../base/errors.ts"
import { GitCommandFailed } from "../git-process.ts"
import { explainGitFailure } from "../git-failure.ts"
import { openGitHost, type GitHost } from "../git-host.testing.ts"
import { openGitSource } from "../git-source.ts"
import { makeKeyPair, openSshHost, type SshHost } from "./ssh-host.testing.ts"

const key = makeKeyPair()
const anySignal = new AbortController().signal
let host: GitHost
let server: SshHost
let workDirectory: string
let knownHostsPath: string
beforeAll(async () => {
  host = await openGitHost()
  await host.add("plain", { branches: { main: [{ path: "a.md", content: "# A" }] } })
  server = await openSshHost({ root: host.root, allowed: key })
})
afterAll(async () => {
  await server.close()
  await host.close()
})
beforeEach(async () => {
  // A name that every quoting has to get right.
  workDirectory = await mkdtemp(join(tmpdir(), "lectern ssh's 100% "))
  knownHostsPath = join(workDirectory, "known_hosts")
})
afterEach(async () => {
  expect((await readdir(workDirectory)).filter((name) => name !== "known_hosts")).toEqual([])
  await rm(workDirectory, { recursive: true })
})

const environment = (addresses: readonly string[] = ["127.0.0.1"], timeLimitMs = 30_000) => ({
  guard: makeAddressGuard({
    privateNetworks: ["127.0.0.0/8"],
    resolver: async () => addresses.map((address) => ({ address })),
  }),
  workDirectory,
  knownHosts: { path: knownHostsPath, isPinned: false },
  log: silentLog,
  limits: { timeLimitMs },
})
const requestOf = (name: string, port = server.port) => ({
  url: `ssh://git@git.example:${port}/${name}.git`,
  token: key.private,
})

async function failure(opening: Promise<unknown>): Promise<Error> {
  return await opening.then(
    () => Promise.reject(new Error("it was opened")),
    (error: unknown) => error as Error,
  )
}

describe("git over ssh", () => {
  it("connects to the address that the guard resolved, and knows the host by its name", async () => {
    const snapshot = await openGitSource(requestOf("plain"), environment(), anySignal)
    const [directory = ""] = (await readdir(workDirectory)).filter((name) => name.startsWith("source-"))
    const { mode } = await stat(join(workDirectory, directory, "deploy-key"))
    const paths: string[] = []
    for await (const item of snapshot.items(anySignal)) paths.push(item.kind === "file" ? item.file.path : item.reason)
    await snapshot.close()

    expect([paths, mode & 0o777]).toEqual([["a.md"], 0o600])
    expect(await readFile(knownHostsPath, "utf8")).toMatch(
      new RegExp(String.raw`^\[git\.example\]:${server.port} ssh-ed25519 \S+\n$`),
    )
  })

  it("passes over addresses of a host that accept no connection", async () => {
    const snapshot = await openGitSource(requestOf("plain"), environment(["127.0.0.2", "127.0.0.1"]), anySignal)
    await snapshot.close()

    expect(snapshot.fileCount).toBe(1)
  })

  it("refuses a name when one of its addresses is private, before anything is sent", async () => {
    const before = server.commands.length

    const refused = await failure(openGitSource(requestOf("plain"), environment(["127.0.0.1", "10.0.0.1"]), anySignal))

    expect([refused.constructor, server.commands.length]).toEqual([AddressRefused, before])
  })

  it("says that there is no such repository, no host, no key", async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))

    const missing = await failure(openGitSource(requestOf("nothing"), environment(), anySignal))
    const away = await failure(openGitSource(requestOf("plain", port), environment(), anySignal))
    const keyless = await failure(openGitSource({ url: requestOf("plain").url }, environment(), anySignal))

    expect([missing, away, keyless].map((error) => error.constructor)).toEqual([
      NotARepository,
      SourceUnreachable,
      AccessRefused,
    ])
  })

  it("gives up on a host that accepts and says nothing, leaving no process", async () => {
    const mute = createServer(() => undefined)
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve))
    const { port } = mute.address() as AddressInfo

    const late = await failure(openGitSource(requestOf("plain", port), environment(["127.0.0.1"], 1_500), anySignal))
    mute.close()
    const running = execFileSync("ps", ["-eo", "args"], { maxBuffer: 64 * 2 ** 20 }).toString()

    expect(late).toBeInstanceOf(SourceTimeout)
    expect(running).not.toContain(workDirectory)
  })
})

describe("what ssh says", () => {
  const knownHosts = { path: "/data/known_hosts", isPinned: false }
  const explain = (said: string, isPinned = false) =>
    explainGitFailure(
      new GitCommandFailed("ls-remote", 128, `${said}\nfatal: Could not read from remote repository.`),
      {
        host: "git.example",
        hasToken: true,
        ssh: { url: "git@git.example:a/b.git", knownHosts: { ...knownHosts, isPinned } },
      },
    ) as Error

  it.each([
    ["git@git.example: Permission denied (publickey).", AccessRefused, /rejected the key/],
    ["ERROR: Repository not found.", AccessRefused, /did not find the repository/],
    [
      "remote: ERROR: The project you were looking for could not be found or you don't have permission to view it.",
      AccessRefused,
      /did not find the repository/,
    ],
    ["fatal: '/a/b.git' does not appear to be a git repository", NotARepository, /no git repository/],
    ["ssh: connect to host 192.0.2.1 port 22: Connection timed out", SourceUnreachable, /over ssh/],
    ["kex_exchange_identification: Connection closed by remote host", SourceUnreachable, /over ssh/],
    ["@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @", HostKeyRefused, /has changed/],
    ["error: cannot run ssh: No such file or directory", Error, /install openssh-client/],
    ["sh: 1: ssh: not found", Error, /install openssh-client/],
    ["No user exists for uid 1000", Error, /\/etc\/passwd/],
    ['Load key "/x/deploy-key": error in libcrypto', Error, /cannot use the private key/],
    ["client_loop: ssh said something new", SourceUnreachable, /closed the connection/],
  ])("%j becomes an error that says what to do", (said, kind, message) => {
    const error = explain(said)

    expect(error).toBeInstanceOf(kind)
    expect(error.message).toMatch(message)
  })

  it("of a host that is not pinned names the setting", () => {
    const said = "No ED25519 host key is known for git.example and you have requested strict checking."

    expect(explain(`${said}\nHost key verification failed.`, true).message).toContain("LECTERN_SSH_KNOWN_HOSTS")
  })
})
