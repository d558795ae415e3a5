import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { InvalidInput } from "../../base/errors.ts"
import type { SourceItem } from "../base/source-file.ts"
import { openFolderSource } from "./folder-source.ts"

const anySignal = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-folder-"))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function read() {
  const snapshot = await openFolderSource({ path: folder, urlPrefix: "https://docs.example/" }, anySignal)
  const items: SourceItem[] = []
  for await (const item of snapshot.items(anySignal)) items.push(item)
  await snapshot.close()
  return { snapshot, items }
}

describe("folder source", () => {
  it("reads documentation in the order of paths, with addresses and reasons", async () => {
    await write({
      "README.md": "# Sample",
      "guide/b c.md": "text",
      "guide/a.rst": "text",
      "empty.md": "",
      "code.ts": "1",
      "LICENSE.md": "MIT",
      "context7.json": '{"excludeFiles": ["draft.md"]}',
      "draft.md": "x",
    })
    await symlink("/etc/passwd", join(folder, "link.md"))
    await symlink("/etc", join(folder, "etc"))

    const { snapshot, items } = await read()

    expect(snapshot).toMatchObject({
      readmePath: "README.md",
      readmeText: "# Sample",
      branch: "",
      fileCount: 4,
      manifestText: '{"excludeFiles": ["draft.md"]}',
    })
    expect(
      items.map((item) => (item.kind === "file" ? item.file.url : `${item.path} ${item.reason}`)).toSorted(),
    ).toEqual([
      "*.ts not_documentation",
      "LICENSE.md boilerplate",
      "draft.md excluded_file",
      "empty.md empty",
      "etc symbolic_link",
      "https://docs.example/README.md",
      "https://docs.example/guide/a.rst",
      "https://docs.example/guide/b%20c.md",
      "link.md symbolic_link",
    ])
  })

  it("has the same revision for the same contents and another for others", async () => {
    await write({ "a.md": "one", "b.md": "two" })
    const first = (await read()).snapshot.revision
    const again = (await read()).snapshot.revision

    await write({ "b.md": "three" })
    const changed = (await read()).snapshot.revision

    expect([again === first, changed === first]).toEqual([true, false])
  })

  it("refuses a path that is no folder", async () => {
    await write({ "a.md": "one" })

    for (const path of [join(folder, "a.md"), join(folder, "nothing")]) {
      await expect(openFolderSource({ path, urlPrefix: "" }, anySignal)).rejects.toThrow(InvalidInput)
    }
  })

  it("looks other files up among those it was opened with, and misses what has gone since", async () => {
    await write({ "a.md": "# A", "src/app.py": "run()", "src/gone.py": "run()" })
    const { snapshot } = await read()

    await write({ "src/new.py": "run()" })
    await rm(join(folder, "src/gone.py"))
    const found = await snapshot.readOther?.(["src/app.py", "src/gone.py", "src/new.py"], anySignal)

    expect([...(found ?? new Map()).keys()]).toEqual(["src/app.py"])
  })

  it("reads other files for pages, and has another revision when one of them changes", async () => {
    await write({ "a.md": "{* src/app.py *}", "src/app.py": "run()" })
    await symlink("/etc/passwd", join(folder, "link.py"))
    const { snapshot } = await read()

    const found = await snapshot.readOther?.(["src/app.py", "**/app.py", "link.py", "../gone.py"], anySignal)
    await write({ "src/app.py": "run(1)" })

    expect(Object.fromEntries([...(found ?? [])].map(([path, file]) => [path, file.kind]))).toEqual({
      "src/app.py": "file",
      "**/app.py": "file",
      "link.py": "refused",
    })
    expect((await read()).snapshot.revision).not.toBe(snapshot.revision)
  })
})
