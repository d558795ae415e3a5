import { mkdtemp, readdir, rm } from "node:fs/promises"
import { execFileSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import type { SourceItem, SourceSnapshot } from "../base/source-file.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import { openGitHost, type GitHost, type RepositoryFile } from "./git-host.testing.ts"
import type { GitSourceRequest } from "./git-request.ts"
import type { SourceEnvironment } from "../kind/source-environment.ts"
import { openGitSource, readRemoteHead } from "./git-source.ts"

const anySignal = new AbortController().signal
const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
const aPage = (path: string | Uint8Array, content = `# ${path.toString()}\n`): RepositoryFile => ({ path, content })
let host: GitHost
let workDirectory: string

beforeAll(async () => {
  host = await openGitHost()
})
afterAll(() => host.close())
beforeEach(async () => {
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-git-source-"))
})
afterEach(async () => {
  expect(await readdir(workDirectory)).toEqual([])
  expect(processesIn(workDirectory)).toEqual([])
  await rm(workDirectory, { recursive: true })
})

const environment = (limits: Partial<SourceLimits> = {}): SourceEnvironment => ({
  guard,
  workDirectory,
  knownHosts: { path: join(workDirectory, "known_hosts"), isPinned: false },
  log: silentLog,
  limits,
})

async function read(request: GitSourceRequest, given = environment()) {
  const snapshot = await openGitSource(request, given, anySignal)
  try {
    return { snapshot, ...(await collect(snapshot)) }
  } finally {
    await snapshot.close()
    await snapshot.close()
  }
}

async function collect(snapshot: SourceSnapshot) {
  const items: SourceItem[] = []
  for await (const item of snapshot.items(anySignal)) items.push(item)
  const files = items.flatMap((item) => (item.kind === "file" ? [item.file] : []))
  const leftOut = items.flatMap((item) => (item.kind === "left-out" ? [item] : []))
  const text = Object.fromEntries(files.map((file) => [file.path, Buffer.from(file.bytes).toString()]))
  return { files, text, leftOut, reasons: Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason])) }
}

/** Command lines of processes that work in a directory or name it. */
function processesIn(directory: string): readonly string[] {
  return execFileSync("ps", ["-eo", "args", "eww"], { maxBuffer: 64 * 2 ** 20 })
    .toString()
    .split("\n")
    .filter((line) => line.startsWith("git") && line.includes(directory))
}

describe("git source", () => {
  it("reads the documentation of the default branch, pinned to its commit", async () => {
    await host.add("plain", {
      branches: {
        main: [
          aPage("README.md", "# Plain\n\nA library."),
          aPage("docs/a b.md", "text"),
          aPage("src/x.ts"),
          aPage("logo.png"),
          aPage("big.png"),
          aPage("docs/old.textile"),
        ],
      },
      tags: { "v1.0": "main" },
    })
    const commit = await host.git("plain", "rev-parse", "main")

    const { snapshot, files, text, leftOut } = await read({ url: `${host.url}/plain.git`, hostKind: "github" })

    expect(text).toEqual({ "README.md": "# Plain\n\nA library.", "docs/a b.md": "text" })
    expect(files.map(({ url, lineAnchor }) => [url, lineAnchor])).toEqual([
      [`${host.url}/plain/blob/${commit}/README.md`, "github"],
      [`${host.url}/plain/blob/${commit}/docs/a%20b.md`, "github"],
    ])
    expect(snapshot).toMatchObject({
      revision: commit,
      branch: "main",
      fileCount: 2,
      readmePath: "README.md",
      readmeText: "# Plain\n\nA library.",
      tags: [{ name: "v1.0", revision: commit }],
    })
    expect(leftOut.map(({ path, reason, detail }) => [path, reason, detail])).toEqual([
      ["docs/old.textile", "unread_format", "Textile is not supported yet"],
      ["*.png", "not_documentation", "2 files"],
    ])
  })

  it("fetches documentation in one request and nothing else", async () => {
    await host.add("frugal", {
      branches: {
        main: [
          ...Array.from({ length: 50 }, (_, at) => aPage(`docs/${at}.md`)),
          aPage("movie.mp4", "x".repeat(100_000)),
        ],
      },
    })
    const before = host.requests.length

    await read({ url: `${host.url}/frugal.git` })

    const posts = host.requests.slice(before).filter((path) => path.endsWith("/git-upload-pack"))
    // List of references; references and commit; references are not asked for again, blobs.
    expect(posts.length).toBeLessThanOrEqual(4)
  })

  it("reads a branch and a tag by name", async () => {
    await host.add("named", {
      branches: { main: [aPage("a.md", "new")], "release/1.x": [aPage("a.md", "one")] },
      tags: { "v1.0.0": "release/1.x" },
    })
    const commit = await host.git("named", "rev-parse", "release/1.x")
    const url = `${host.url}/named.git`

    const branch = await read({ url, branch: "release/1.x" })
    const tag = await read({ url, tag: "v1.0.0" })

    expect([branch.text["a.md"], branch.snapshot.branch, branch.snapshot.revision]).toEqual([
      "one",
      "release/1.x",
      commit,
    ])
    expect([tag.text["a.md"], tag.snapshot.branch, tag.snapshot.revision]).toEqual(["one", "v1.0.0", commit])
  })

  it("does no work when the commit is the known one", async () => {
    await host.add("same", { branches: { main: [aPage("a.md")] } })
    const url = `${host.url}/same.git`
    const head = await readRemoteHead({ url }, environment(), anySignal)

    let fetches = 0
    const onFetching = () => void fetches++

    const { snapshot, files } = await read({ url, knownRevision: head.revision, onFetching })

    expect(snapshot).toMatchObject({ revision: head.revision, unchanged: true, fileCount: 0, branch: "main" })
    expect([files, fetches]).toEqual([[], 0])
    await read({ url, knownRevision: "0".repeat(40), onFetching })
    expect(fetches).toBe(1)
  })

  it("reads the known commit again when its branch was renamed, because page URLs contain the branch", async () => {
    await host.add("renamed", { branches: { main: [aPage("a.md", "text")] } })
    const url = `${host.url}/renamed.git`
    const known = await readRemoteHead({ url }, environment(), anySignal)
    await host.git("renamed", "branch", "-m", "main", "trunk")
    await host.git("renamed", "symbolic-ref", "HEAD", "refs/heads/trunk")
    const { snapshot, text } = await read({ url, knownRevision: known.revision, knownBranch: "main" })

    expect([snapshot.revision, snapshot.branch, text["a.md"]]).toEqual([known.revision, "trunk", "text"])
  })

  it("follows the library's own manifest: branch, folders, exclusions", async () => {
    const manifest = JSON.stringify({
      branch: "docs",
      folders: ["guide"],
      excludeFiles: ["draft.md"],
      rules: ["be kind"],
    })
    await host.add("manifest", {
      branches: {
        main: [aPage("lectern.json", manifest), aPage("a.md")],
        docs: [aPage("context7.json", manifest), aPage("guide/a.md"), aPage("guide/draft.md"), aPage("b.md")],
      },
    })

    const { snapshot, text, reasons } = await read({ url: `${host.url}/manifest.git` })

    expect(snapshot).toMatchObject({ branch: "docs", manifestText: manifest })
    expect(Object.keys(text)).toEqual(["guide/a.md"])
    expect(reasons).toEqual({ "guide/draft.md": "excluded_file", "b.md": "outside_folders" })
  })

  it("stays on the default branch when the manifest names one that does not exist", async () => {
    await host.add("wrong-manifest", {
      branches: { main: [aPage("lectern.json", '{"branch": "gone", "folders": 7}'), aPage("a.md")] },
    })

    const { snapshot, text } = await read({ url: `${host.url}/wrong-manifest.git` })

    expect(Object.keys(text)).toEqual(["a.md"])
    expect(snapshot.notes).toEqual(["lectern.json names the branch gone, which does not exist; main was read"])
  })

  it("reads names made of every byte, and writes them so that they stay apart", async () => {
    const everyByte = Array.from({ length: 255 }, (_, at) => at + 1).filter((byte) => byte !== 0x2f)
    const names: Uint8Array[] = everyByte.map((byte) =>
      Buffer.concat([Buffer.from("d/x"), Buffer.from([byte]), Buffer.from(`-${byte}.md`)]),
    )
    const odd = [
      "-leading.md",
      '"quoted" and $(touch pwned).md',
      "tab\tand\nline.md",
      "tab%09and%0Aline.md",
      "ünïcödé ☃.md",
      "--upload-pack=x.md",
      "a\\b.md",
    ]
    await host.add("odd", {
      branches: {
        main: [
          ...names.map((name) => aPage(name, name.toString())),
          ...odd.map((name) => aPage(name, name)),
          aPage(Buffer.from("latin1-\xe9.md", "latin1"), "latin1"),
        ],
      },
    })

    const { files, text } = await read({ url: `${host.url}/odd.git` })

    expect(files).toHaveLength(names.length + odd.length + 1)
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
    expect(text).toMatchObject({
      "-leading.md": "-leading.md",
      "tab%09and%0Aline.md": "tab\tand\nline.md",
      "ünïcödé ☃.md": "ünïcödé ☃.md",
      "latin1-%E9.md": "latin1",
    })
    expect(
      files.filter(({ path, url }) => /[\u0000-\u001f\u007f-\u009f]/.test(path) || /[^\x21-\x7e]/.test(url)),
    ).toEqual([])
    expect(files.find(({ path }) => path === "latin1-%E9.md")?.url).toBe(`${host.url}/odd.git#latin1-%E9.md`)
  })

  it("leaves out links, submodules, pointers, empty files and big ones, with the reason", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 12\n"
    await host.add("special", {
      branches: {
        main: [
          aPage("a.md"),
          { path: "passwd.md", content: "/etc/passwd", mode: "120000" },
          { path: "docs/up.md", content: "../../../etc/passwd", mode: "120000" },
          { path: "sub", content: "a".repeat(40), mode: "160000" },
          aPage("lfs.md", pointer),
          aPage("empty.md", ""),
          aPage("blank.md", "\n \n"),
          aPage("big.md", "x".repeat(2_000)),
          { path: "run.md", content: "text", mode: "100755" },
        ],
      },
    })

    const { text, reasons } = await read({ url: `${host.url}/special.git` }, environment({ maxFileBytes: 1_000 }))

    expect(Object.keys(text)).toEqual(["a.md", "run.md"])
    expect(reasons).toEqual({
      "passwd.md": "symbolic_link",
      "docs/up.md": "symbolic_link",
      sub: "submodule",
      "lfs.md": "lfs_pointer",
      "empty.md": "empty",
      "blank.md": "empty",
      "big.md": "too_large",
    })
  })

  it("executes nothing and follows nothing that the repository brings along", async () => {
    const marker = join(tmpdir(), `lectern-pwned-${process.pid}`)
    const command = `!touch ${marker}; cat`
    await host.add("hostile", {
      branches: {
        main: [
          aPage("a.md"),
          aPage(".gitattributes", "*.md filter=evil diff=evil merge=evil text working-tree-encoding=UTF-16\n"),
          aPage(".gitconfig", `[filter "evil"]\n smudge = ${command}\n`),
          aPage(
            ".gitmodules",
            `[submodule "x"]\n path = sub\n url = ext::sh -c touch% ${marker}\n update = ${command}\n`,
          ),
          { path: "sub", content: "b".repeat(40), mode: "160000" },
          { path: "hooks/post-checkout", content: `#!/bin/sh\ntouch ${marker}\n`, mode: "100755" },
          aPage("config", `[core]\n fsmonitor = touch ${marker}\n`),
          aPage("objects/info/alternates", "/etc\n"),
        ],
      },
    })

    const { text } = await read({ url: `${host.url}/hostile.git` })

    expect(text).toEqual({ "a.md": "# a.md\n" })
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("lectern-pwned"))).toEqual([])
  })

  it("keeps at most the allowed number and sum, those nearest to the root first", async () => {
    await host.add("many", {
      branches: {
        main: [
          ...Array.from({ length: 30 }, (_, at) => aPage(`deep/er/${at}.md`, "x".repeat(100))),
          aPage("top.md", "top"),
        ],
      },
    })
    const url = `${host.url}/many.git`

    const byCount = await read({ url }, environment({ maxFiles: 10 }))
    const bySum = await read({ url }, environment({ maxTextBytes: 1_000 }))

    expect([byCount.files.length, byCount.text["top.md"], Object.values(byCount.reasons)]).toEqual([
      10,
      "top",
      Array<string>(21).fill("too_many_files"),
    ])
    expect([bySum.files.length, bySum.text["top.md"], bySum.leftOut.length]).toEqual([10, "top", 21])
  })

  it("reads from hosts that cannot leave blobs out, and from ones that speak the old protocol", async () => {
    const branches = { main: [aPage("a.md", "a"), aPage("b.png"), aPage("docs/c.md", "c")] }
    await host.add("whole", { branches, settings: { "uploadpack.allowFilter": "false" } })
    await host.add("old-filter", { branches })

    const text = { "a.md": "a", "docs/c.md": "c" }
    const results = await Promise.all(
      ["whole", "old/whole", "old/old-filter"].map((name) => read({ url: `${host.url}/${name}.git` })),
    )

    expect(results.map((result) => result.text)).toEqual([text, text, text])
  })

  it("reads a repository whose ids are SHA-256", async () => {
    await host.add("sha256", { branches: { main: [aPage("a.md", "a")] }, objectFormat: "sha256" })

    const { snapshot, text } = await read({ url: `${host.url}/sha256.git` })

    expect([snapshot.revision.length, text]).toEqual([64, { "a.md": "a" }])
  })

  it("finds a repository whose address lacks .git, and follows redirects", async () => {
    await host.add("moved", { branches: { main: [aPage("a.md")] } })

    const bare = await read({ url: `${host.url}/moved/` })
    const redirected = await read({ url: `${host.url}/to/${encodeURIComponent(host.url)}/moved.git` })

    expect([bare.files.length, redirected.files.length]).toEqual([1, 1])
  })

  it("leaves out a file of 200 MB without holding it in memory", async () => {
    await host.add("huge", {
      branches: { main: [aPage("a.md"), { path: "huge.md", content: Buffer.alloc(200 * 2 ** 20, "words words\n") }] },
    })
    const beforeBytes = process.memoryUsage().rss

    const { text, reasons, leftOut } = await read({ url: `${host.url}/huge.git` })

    expect([Object.keys(text), reasons]).toEqual([["a.md"], { "huge.md": "too_large" }])
    expect(leftOut[0]?.detail).toBe("200 MB; a file has at most 5 MB")
    expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(50 * 2 ** 20)
  }, 120_000)

  it("works in a directory that is given relative to the current one", async () => {
    await host.add("relative", { branches: { main: [aPage("a.md")] } })

    const { files } = await read(
      { url: `${host.url}/relative.git` },
      { ...environment(), workDirectory: relative(process.cwd(), workDirectory) },
    )

    expect(files).toHaveLength(1)
  })

  it("reads several repositories at once", async () => {
    await host.add("parallel", { branches: { main: [aPage("a.md")] } })

    const results = await Promise.all(Array.from({ length: 6 }, () => read({ url: `${host.url}/parallel.git` })))

    expect(results.map(({ files }) => files.length)).toEqual([1, 1, 1, 1, 1, 1])
  })

  it("connects to the addresses that the guard resolved, whatever a name server says", async () => {
    await host.add("pinned", { branches: { main: [aPage("a.md")] } })
    const pinned = makeAddressGuard({
      privateNetworks: ["127.0.0.0/8"],
      resolver: async () => [{ address: "127.0.0.1" }],
    })

    const { files } = await read(
      { url: `http://git.example:${host.port}/pinned.git` },
      { ...environment(), guard: pinned },
    )

    expect(files).toHaveLength(1)
  })
})
