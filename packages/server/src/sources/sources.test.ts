import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { documentKind } from "./scope/document-kind.ts"
import { unreadableReason } from "./scope/file-checks.ts"
import { InternalFailure } from "../base/errors.ts"
import { AccessRefused, NotARepository, SourceDamaged, SourceTimeout, SourceUnreachable } from "./base/errors.ts"
import { explainGitFailure, loggableOutput } from "./git/git-failure.ts"
import { GitCommandFailed } from "./git/git-process.ts"
import { isRecent } from "./git/git-version.ts"
import { gitHostAddress } from "./base/git-host-address.ts"
import { leftOutItems } from "./scope/left-out-report.ts"
import { readLibraryConfigScope } from "./scope/library-config-scope.ts"
import { encodePath, readablePath } from "./scope/path-bytes.ts"
import { firstText } from "./scope/source-choice.ts"
import {
  directorySize,
  homeDirectoryIn,
  openWorkDirectory,
  removeWorkDirectory,
  sweepWorkDirectory,
} from "./base/work-directory.ts"

describe("forge address", () => {
  it.each([
    ["https://github.com/o/r.git", undefined, "https://github.com/o/r/blob/c0ffee/d/a%20b.md", "github"],
    ["https://gitlab.com/g/s/r", undefined, "https://gitlab.com/g/s/r/-/blob/c0ffee/d/a%20b.md", "gitlab"],
    [
      "https://gitlab.example.org/g/r.git",
      "github",
      "https://gitlab.example.org/g/r/-/blob/c0ffee/d/a%20b.md",
      "gitlab",
    ],
    ["https://bitbucket.org/o/r.git", undefined, "https://bitbucket.org/o/r/src/c0ffee/d/a%20b.md", "bitbucket"],
    ["https://codeberg.org/o/r.git", undefined, "https://codeberg.org/o/r/src/commit/c0ffee/d/a%20b.md", "github"],
    ["https://git.example.org/o/r.git", "gitlab", "https://git.example.org/o/r/-/blob/c0ffee/d/a%20b.md", "gitlab"],
    ["https://git.example.org/o/r.git", undefined, "https://git.example.org/o/r.git#d/a%20b.md", undefined],
    [
      "https://github.com.evil.example/o/r.git",
      undefined,
      "https://github.com.evil.example/o/r.git#d/a%20b.md",
      undefined,
    ],
  ] as const)("of %s (%s) is %s", (url, hostKind, expected, anchor) => {
    const forge = gitHostAddress(url, "c0ffee", { hostKind })

    expect([forge.urlOf("d/a%20b.md"), forge.lineAnchor]).toEqual([expected, anchor])
  })

  it("follows the pattern of its host", () => {
    const patterns = new Map([["git.example.org", "{repository}/tree/{path}?id={commit}"]])
    const urlOf = (url: string) => gitHostAddress(url, "c0ffee", { patterns }).urlOf("d/a%20b$&.md")

    expect(urlOf("https://git.example.org/cgit/r.git")).toBe(
      "https://git.example.org/cgit/r/tree/d/a%20b$&.md?id=c0ffee",
    )
    expect(urlOf("ssh://git@git.example.org:22/r.git")).toBe("https://git.example.org/r/tree/d/a%20b$&.md?id=c0ffee")
    expect(urlOf("https://other.example.org/r")).toBe("https://other.example.org/r#d/a%20b$&.md")
  })
})

describe("path bytes", () => {
  it("keeps UTF-8 as it is and encodes everything else", () => {
    expect(readablePath(Buffer.from("dür/☃ 100%.md"))).toBe("dür/☃ 100%.md")
    expect(readablePath(Buffer.from([0x61, 0xff, 0x0a, 0xc3, 0x28, 0xc2, 0x85]))).toBe("a%FF%0A%C3(%C2%85")
  })

  it("reads valid text back unchanged, never throws, and gives addresses of plain ASCII", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: "grapheme" }), (bytes, text) => {
        expect(readablePath(bytes)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\ufffd]/)
        expect(Buffer.from(decodeURIComponentBytes(encodePath(bytes)))).toEqual(Buffer.from(bytes))
        if (!/[\u0000-\u001f\u007f-\u009f]/.test(text)) expect(readablePath(Buffer.from(text))).toBe(text)
      }),
    )
  })
})

describe("document kind", () => {
  it.each([
    ["docs/a.md", "documentation"],
    ["A.MDX", "documentation"],
    ["README", "documentation"],
    ["docs/index.rst", "documentation"],
    ["n.ipynb", "documentation"],
    ["LICENSE", "documentation"],
    ["a.adoc", "documentation"],
    ["a.asc", "documentation"],
    ["a.textile", "unread-format"],
    ["manual.pdf", "documentation"],
    ["docs/Crew handbook.DOCX", "documentation"],
    ["integration/fixtures/a.pdf", "other"],
    ["site/static/flyer.pdf", "other"],
    ["index.html", "other"],
    ["docs/manual/index.html", "documentation"],
    ["docs/_layouts/page.html", "other"],
    ["docs/search.html", "other"],
    ["src/docs/x.htm", "other"],
    ["Makefile", "other"],
    [".md", "other"],
    ["a.ts", "other"],
    ["md", "other"],
  ])("of %s is %s", (path, kind) => {
    expect(documentKind(path).kind).toBe(kind)
  })
})

describe("left-out report", () => {
  it("names the first thousand of a reason and counts the rest", () => {
    const items = leftOutItems([
      ...Array.from({ length: 1_234 }, (_, at) => ({ path: `${at}.md`, reason: "translation" as const })),
      { path: "x", reason: "empty" },
    ])

    expect(items).toHaveLength(1_002)
    expect(items.at(-1)).toEqual({
      kind: "left-out",
      path: "*",
      reason: "translation",
      detail: "234 more files",
      fileCount: 234,
    })
  })
})

describe("file checks", () => {
  it("finds pointers and empty files, and takes a page that quotes a pointer for a page", () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"

    expect(
      ["", " \n\t", pointer, `# LFS\n${pointer}`, "\0"].map((text) => unreadableReason(Buffer.from(text))),
    ).toEqual(["empty", "empty", "lfs_pointer", undefined, undefined])
  })
})

describe("manifest scope", () => {
  it("takes what has the right form and ignores the rest", () => {
    const scope = readLibraryConfigScope(
      '\uFEFF{"branch": "docs", "folders": ["a", 1, null], "excludeFiles": "x", "rules": ["r"]}',
    )

    expect(scope).toEqual({ branch: "docs", folders: ["a"], excludeFolders: [], excludeFiles: [] })
  })

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(readLibraryConfigScope(text).folders)),
    )
  })
})

describe("git version", () => {
  it.each([
    ["git version 2.39.5", true],
    ["git version 2.38.0.windows.1", true],
    ["git version 3.0", true],
    ["git version 2.37.9", false],
    ["1.9", false],
    ["", false],
  ])("%j is recent: %s", (output, expected) => {
    expect(isRecent(output)).toBe(expected)
  })
})

describe("git failure", () => {
  const failed = (stderr: string) =>
    explainGitFailure(new GitCommandFailed("fetch", 128, stderr), { host: "git.example", hasToken: true })

  it.each([
    ["fatal: Authentication failed for 'https://git.example/o/r.git/'", AccessRefused],
    ["fatal: could not read Username for 'https://git.example': terminal prompts disabled", AccessRefused],
    ["fatal: unable to access 'https://git.example/': The requested URL returned error: 403", AccessRefused],
    ["remote: Not Found\nfatal: repository 'https://git.example/o/r.git/' not found", NotARepository],
    ["fatal: unable to access 'https://git.example/': Failed to connect to git.example port 443", SourceUnreachable],
    ["error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly\nfatal: early EOF", SourceUnreachable],
    ["error: RPC failed; curl 28 Operation too slow. Less than 1 bytes/sec", SourceTimeout],
    ["fatal: write error: No space left on device", InternalFailure],
    [
      "remote: permission denied\nfatal: unable to access 'https://git.example/': The requested URL returned error: 403",
      AccessRefused,
    ],
    ["fatal: pack has bad object at offset 12: inflate returned -3", SourceDamaged],
  ])("%j means %o", (stderr, expected) => {
    const error = failed(stderr)

    expect(error).toBeInstanceOf(expected)
    expect((error as Error).message).not.toContain("https://")
  })

  it("logs neither addresses nor directories nor secrets", () => {
    const said = "fatal: https://u:tok@git.example/o/r.git\nat /var/lib/lectern/x: echo s3cret"

    expect(loggableOutput(said, ["s3cret"])).toBe("fatal: [address] at [path] echo [redacted]")
  })
})

describe("first text", () => {
  it("cuts between characters", () => {
    expect(Array.from(firstText(Buffer.from("😀".repeat(20_000))))).toHaveLength(16_000)
  })
})

describe("work directory", () => {
  it("is swept when its process is gone, and only then", async () => {
    const parent = await mkdtemp(join(tmpdir(), "lectern-sweep-"))
    const gone = spawnSync(process.execPath, ["--version"]).pid
    const mine = await openWorkDirectory(parent)
    for (const name of [
      `source-${gone}-abc`,
      `source-${process.pid}-before-restart`,
      `source-${process.ppid}-other`,
      "unrelated",
    ]) {
      await mkdir(join(parent, name, "deep"), { recursive: true })
    }
    await utimes(join(parent, `source-${process.pid}-before-restart`), 1000, 1000)

    const removed = await sweepWorkDirectory(parent)

    expect(removed).toBe(2)
    expect((await readdir(parent)).map((name) => join(parent, name)).toSorted()).toEqual(
      [mine, join(parent, `source-${process.ppid}-other`), join(parent, "unrelated")].toSorted(),
    )
    await removeWorkDirectory(mine)
    await removeWorkDirectory(mine)
    expect([await sweepWorkDirectory(join(parent, "absent")), await directorySize(join(parent, "absent"))]).toEqual([
      0, 0,
    ])
    await rm(parent, { recursive: true })
  })
})

describe("a sweep beside running work", () => {
  it("never takes a directory that is just being made", async () => {
    const parent = await mkdtemp(join(tmpdir(), "lectern-sweep-"))

    const progress = { isOpening: true }
    const opening = Promise.all(Array.from({ length: 300 }, () => openWorkDirectory(parent))).finally(
      () => (progress.isOpening = false),
    )
    let removed = 0
    while (progress.isOpening) removed += await sweepWorkDirectory(parent)
    const opened = await opening

    expect(removed).toBe(0)
    expect(await readdir(parent)).toHaveLength(opened.length)
    await Promise.all(opened.map(removeWorkDirectory))
    await rm(parent, { recursive: true })
  })
})

describe.runIf(process.platform === "linux")("sweeping", () => {
  it("ends a program that outlived the process it worked for", async () => {
    const parent = await mkdtemp(join(tmpdir(), "lectern-sweep-"))
    const gone = spawnSync(process.execPath, ["--version"]).pid
    const directory = join(parent, `source-${gone}-abc`)
    await mkdir(directory)
    const orphan = spawn(process.execPath, ["-e", "console.log('up'); setInterval(() => {}, 1000)"], {
      env: { HOME: homeDirectoryIn(directory) },
    })
    await once(orphan.stdout, "data")
    const ended = once(orphan, "exit")

    await sweepWorkDirectory(parent)

    expect((await ended)[1]).toBe("SIGKILL")
    await rm(parent, { recursive: true })
  })
})

/** Undoes percent-encoding byte by byte. */
function decodeURIComponentBytes(text: string): Uint8Array {
  return Buffer.from(
    text.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  )
}
