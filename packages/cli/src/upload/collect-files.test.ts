import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { aFolder } from "../run-command.testing.ts"
import { withoutRoot } from "../without-root.testing.ts"
import { FileCollector } from "./collect-files.ts"

const aCollector = () =>
  new FileCollector({
    folders: [],
    excludeFolders: [],
    excludeFiles: [],
    signal: new AbortController().signal,
  })

/** Sets the mode of a folder until the end of the test, so that it can be removed. */
async function close(folder: string, mode: number): Promise<void> {
  await chmod(folder, mode)
  onTestFinished(() => chmod(folder, 0o700))
}

/** A folder that every user may read. */
async function aReadableFolder(): Promise<string> {
  const folder = await aFolder()
  await chmod(folder, 0o755)
  return folder
}

it("leaves out what this user may not read, and says what that is", async () => {
  const folder = await aReadableFolder()
  for (const name of ["closed", "listed", "ruled"]) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, "a.md"), "# A\n")
  }
  await writeFile(join(folder, "index.md"), "# Index\n")
  await writeFile(join(folder, "own.md"), "# Own\n", { mode: 0o600 })
  // Without its rules, nothing of a folder may be sent.
  await writeFile(join(folder, "ruled", ".gitignore"), "a.md\n", { mode: 0o000 })
  await close(join(folder, "closed"), 0o000)
  await close(join(folder, "listed"), 0o444)
  await chmod(join(folder, "own.md"), 0o000)
  const collector = aCollector()

  await withoutRoot(() => collector.addFolder(folder))

  expect(collector.files.map(({ path }) => path)).toEqual(["index.md"])
  expect(collector.unreadableFolders).toEqual(["closed", "listed", "ruled"])
  expect([...collector.skipped]).toEqual([["unreadable", 1]])
})

it("fails if the folder itself may not be read", async () => {
  const folder = join(await aReadableFolder(), "closed")
  await mkdir(folder)
  await close(folder, 0o000)

  await expect(withoutRoot(() => aCollector().addFolder(folder))).rejects.toMatchObject({ code: "EACCES" })
})
