import { execFileSync } from "node:child_process"
import { createWriteStream } from "node:fs"
import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { ZipFile } from "yazl"
import { captureIo } from "../../packages/cli/src/captured-io.testing.ts"
import { runCli } from "../../packages/cli/src/run-cli.ts"
import { entryPoints, run as runWith } from "../../packages/cli/src/run-command.testing.ts"
import { type Program, startProgram } from "../requirements/program.ts"

let program: Program
let folder: string
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-folder-"))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const environment = () => ({ LECTERN_URL: program.url, LECTERN_API_KEY: program.key })
const run = (...argv: string[]) => runWith(argv, { environment: environment() })
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
const page = (title: string, text: string) => `# ${title}\n\n${text}\n`
async function zipOf(path: string, files: Readonly<Record<string, string>>): Promise<void> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

describe("lectern add of a folder", () => {
  it("indexes it under the name of its project, without ignored files, links and secrets", async () => {
    await write({
      "otter/.gitignore": "/docs/drafts/\n*.tmp.md\n",
      "otter/docs/index.md": page("Otter", "Otters crack shells with stones at dawn."),
      "otter/docs/drafts/secret.md": page("Draft", "Not for anyone to read yet."),
      "otter/docs/a.tmp.md": page("Temporary", "Not for anyone to read yet."),
      "otter/docs/.env": "PASSWORD=hunter2",
      "otter/docs/größe #1.rst": "Sizes\n=====\n\nAn adult otter is about a metre long.\n",
      "otter/docs/node_modules/dep/README.md": page("Dependency", "Not documentation of this project."),
      "outside.md": page("Outside", "This file is not in the folder."),
    })
    execFileSync("git", ["init", "-q", join(folder, "otter")])
    await symlink(join(folder, "outside.md"), join(folder, "otter/docs/link.md"))
    await symlink(folder, join(folder, "otter/docs/loop"))

    const added = await run("add", join(folder, "otter/docs"))

    expect(added.errText()).toContain("not sent: 4 files")
    expect(added.errText()).toMatch(/1 possible secrets.*|2 symbolic links/)
    expect(added.exitCode).toBe(0)
    expect(added.outText()).toMatch(/^\/docs\/otter: \d+ snippets from 2 files/)
    expect((await run("ask", "/docs/otter", "how long is an adult otter")).outText()).toContain(
      "upload://docs/otter/gr%C3%B6%C3%9Fe%20%231.rst",
    )
    expect((await run("ask", "/docs/otter", "not for anyone to read")).outText()).not.toContain("Draft")
  })

  it("is refreshed by adding it again, and not indexed again when nothing has changed", async () => {
    await write({
      "heron/a.md": page("Anchors", "Anchors are dropped at dusk."),
      "heron/b.md": page("Bells", "Two bells ring at noon."),
    })
    const path = join(folder, "heron")
    await run("add", path)
    const same = await run("add", path)
    await write({ "heron/b.md": page("Bells", "Nine bells ring at noon.") })
    const changed = await run("add", path)

    expect(same.errText()).toContain("/docs/heron is unchanged")
    expect(changed.errText()).toContain("files: 1 changed, 1 unchanged")
    expect((await run("ask", "heron", "how many bells ring at noon")).outText()).toContain("Nine bells")
  })

  it("takes single files, and zip archives with one folder inside", async () => {
    await write({ "lynx/README.md": page("Lynx manual", "A lynx hears a mouse at eighty metres.") })
    await zipOf(join(folder, "handbook.zip"), {
      "handbook-1.2/index.md": page("Crew handbook", "Helmets are worn on deck."),
      "handbook-1.2/img/a.png": "not read",
    })

    const single = await run("add", join(folder, "lynx/README.md"))
    const archive = await run("add", join(folder, "handbook.zip"))

    expect(single.outText()).toMatch(/^\/docs\/lynx: /)
    expect(archive.outText()).toMatch(/^\/docs\/handbook: /)
    expect((await run("ask", "/docs/handbook", "where are helmets worn")).outText()).toContain(
      "upload://docs/handbook/index.md",
    )
  })

  it("says clearly what cannot be added", async () => {
    await mkdir(join(folder, "empty"))
    await write({ "pictures/a.png": "x", "broken.zip": "PK not a zip" })
    await writeFile(join(folder, "large.md"), Buffer.alloc(6 * 2 ** 20, "a"))
    await zipOf(join(folder, "evil.zip"), { "aa/evil.md": page("Evil", "Leads out of the folder.") })
    const cases = [
      ["empty", 3, "nothing to index in"],
      ["pictures", 3, "not sent: 1 file (1 images, archives and other binary files)"],
      ["absent", 3, "does not exist"],
      ["broken.zip", 1, "cannot unpack"],
      ["large.md", 2, "larger than 5 MB"],
    ] as const
    for (const [name, exitCode, message] of cases) {
      const result = await run("add", join(folder, name))
      expect([name, result.exitCode, result.errText()]).toEqual([name, exitCode, expect.stringContaining(message)])
    }
  })

  it("refuses two different folders of one name, unless told otherwise", async () => {
    await write({
      "one/guide/a.md": page("One", "The first of two."),
      "two/guide/b.md": page("Two", "The second of two."),
    })
    await run("add", join(folder, "one/guide"))

    const refused = await run("add", join(folder, "two/guide"))
    const titled = await run("add", join(folder, "two/guide"), "--title", "Second guide")

    expect(refused.errText()).toContain("this folder contains none of them")
    expect([refused.exitCode === 0, titled.exitCode]).toEqual([false, 0])
    expect(titled.outText()).toMatch(/^\/docs\/second-guide: /)
  })

  it("leaves out what options exclude", async () => {
    await write({
      "fox/docs/a.md": page("Kept", "The fox is kept."),
      "fox/docs/old/b.md": page("Old", "The old fox."),
      "fox/notes/c.md": page("Notes", "Notes on foxes."),
      "fox/docs/d.draft.md": page("Draft", "A draft on foxes."),
    })

    const added = await run(
      "add",
      join(folder, "fox"),
      "--folder",
      "docs",
      "--exclude-folder",
      "docs/old",
      "--exclude-file",
      "*.draft.md",
    )

    expect(added.outText()).toMatch(/^\/docs\/fox: 1 snippet from 1 file/)
  })
})

describe("lectern watch", () => {
  it("indexes a folder again whenever a file changes", async () => {
    await write({ "wren/a.md": page("Wren", "The wren sings at dawn.") })
    const io = captureIo({ environment: environment() })
    const ended = runCli(["watch", join(folder, "wren")], entryPoints, io)
    await expect.poll(io.errText, { timeout: 20_000 }).toContain("watching for changes")

    await appendFile(join(folder, "wren/a.md"), "\nThe wren sleeps at noon.\n")
    await expect.poll(io.outText, { timeout: 20_000 }).toContain("1 changed")
    io.interrupt()

    expect(await ended).toBe(0)
    expect((await run("ask", "wren", "when does the wren sleep")).outText()).toContain("sleeps at noon")
  })

  it("indexes the folder again when all of its files were replaced", async () => {
    await write({ "swift/a.md": page("Swift", "The swift nests under roofs.") })
    const io = captureIo({ environment: environment() })
    const ended = runCli(["watch", join(folder, "swift")], entryPoints, io)
    await expect.poll(io.errText, { timeout: 20_000 }).toContain("watching for changes")

    await write({ "swift/b.md": page("Swift", "The swift winters in Africa.") })
    await rm(join(folder, "swift/a.md"))
    await expect.poll(io.outText, { timeout: 20_000 }).toContain("1 removed")
    io.interrupt()

    expect(await ended).toBe(0)
    expect((await run("ask", "swift", "where does the swift winter")).outText()).toContain("winters in Africa")
  })
})
