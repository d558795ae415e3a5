import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import type { OtherLimits } from "../base/source-file.ts"
import { MAX_OTHER_BYTES } from "../base/source-limits.ts"
import { openGitHost, type GitHost, type RepositoryContent } from "./git-host.testing.ts"
import { openGitSource } from "./git-source.ts"

const anySignal = new AbortController().signal
const CONTENT: RepositoryContent = {
  branches: {
    main: [
      { path: "a.md", content: "# A\n" },
      { path: "src/app.py", content: "run()\n" },
      { path: "src/deep/er/app.py", content: "deep()\n" },
      { path: "link.py", content: "src/app.py", mode: "120000" },
      { path: "linked", content: "src", mode: "120000" },
      { path: "module", content: "1".repeat(40), mode: "160000" },
      { path: "large.json", content: "1".repeat(MAX_OTHER_BYTES + 1) },
    ],
  },
}
let host: GitHost
let workDirectory: string

beforeAll(async () => {
  host = await openGitHost()
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-other-files-"))
  await host.add("filtered", CONTENT)
  await host.add("whole", { ...CONTENT, settings: { "uploadpack.allowFilter": "false" } })
})
afterAll(async () => {
  await host.close()
  await rm(workDirectory, { recursive: true })
})

function open(name: string) {
  const environment = {
    guard: makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] }),
    workDirectory,
    knownHosts: { path: join(workDirectory, "known_hosts"), isPinned: false },
    log: silentLog,
    // One of the two repositories is taken for a tree that is too large to be held.
    ...(name === "whole" ? { limits: { maxKeptEntries: 3 } } : {}),
  }
  return openGitSource({ url: `${host.url}/${name}.git`, hostKind: "github" }, environment, anySignal)
}

async function readOther(name: string, paths: readonly string[], limits?: OtherLimits) {
  const snapshot = await open(name)
  try {
    const before = host.requests.length
    const found = await snapshot.readOther?.(paths, anySignal, limits)
    const shown = [...(found ?? [])].map(([path, file]) => [
      path,
      file.kind === "file" ? Buffer.from(file.bytes).toString() : file.reason,
    ])
    return { found: Object.fromEntries(shown) as Record<string, string>, requests: host.requests.slice(before) }
  } finally {
    await snapshot.close()
  }
}

describe.each(["filtered", "whole"])("other files of a repository that a host gives %s", (name) => {
  it("are read by path or by the end of their path; links are not followed", async () => {
    const { found } = await readOther(name, [
      "src/app.py",
      "**/er/app.py",
      "**/app.py",
      "a.md",
      "link.py",
      "linked/app.py",
      "module",
      "large.json",
      "gone.py",
      "../etc/passwd",
      "/etc/passwd",
      "**/gone/app.py",
    ])

    expect(found).toEqual({
      "src/app.py": "run()\n",
      "**/er/app.py": "deep()\n",
      "**/app.py": "run()\n",
      "a.md": "# A\n",
      "link.py": "symbolic_link",
      module: "submodule",
      "large.json": "too_large",
    })
  })

  it("may be larger where that is said, and have addresses as pages have", async () => {
    const { found } = await readOther(name, ["large.json"], { maxBytes: MAX_OTHER_BYTES + 1 })
    const snapshot = await open(name)
    const url = snapshot.fileUrl?.("src/a b.json")
    await snapshot.close()

    expect(found["large.json"]).toHaveLength(MAX_OTHER_BYTES + 1)
    expect(url).toBe(`${host.url}/${name}/blob/${snapshot.revision}/src/a%20b.json`)
  })

  it("cost one download at most", async () => {
    const { requests } = await readOther(name, ["src/app.py", "src/deep/er/app.py"])

    expect(requests.filter((url) => url.endsWith("/git-upload-pack")).length).toBeLessThanOrEqual(2)
    expect((await readOther(name, ["gone.py"])).requests).toEqual([])
  })
})

describe("files of office programs", () => {
  it("are read, a PDF with links to its pages, but none that tests or the site need", async () => {
    const paths = ["README.md", "manuals/pump.pdf", "manuals/crew.docx", "test/fixtures/a.pdf"]
    await host.add("office", { branches: { main: paths.map((path) => ({ path, content: "%PDF-1.4 and more" })) } })

    const snapshot = await open("office")
    const items = []
    for await (const item of snapshot.items(anySignal)) items.push(item)
    await snapshot.close()

    expect(items.flatMap((item) => (item.kind === "file" ? [[item.file.path, item.file.lineAnchor]] : []))).toEqual([
      ["README.md", "github"],
      ["manuals/crew.docx", undefined],
      ["manuals/pump.pdf", "page"],
    ])
    expect(items).toContainEqual(expect.objectContaining({ path: "*.pdf", reason: "not_documentation" }))
  })
})
