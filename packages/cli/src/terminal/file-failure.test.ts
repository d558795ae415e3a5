import { chmod, mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { aFolder } from "../run-command.testing.ts"
import { withoutRoot } from "../without-root.testing.ts"
import { explainFailure } from "./exit-codes.ts"
import { explainFileError } from "./file-failure.ts"

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe("an error of the file system", () => {
  it("names the file, the reason and what to do, whichever command it ends", async () => {
    const folder = await aFolder()
    const missing = join(folder, "no", "file.md")

    expect(explainFailure(await errorOf(readFile(missing)))).toMatchObject({
      exitCode: 3,
      message: `cannot open ${missing}: it does not exist`,
      hint: expect.stringContaining("check the path") as string,
    })
    expect(explainFailure(await errorOf(readFile(folder)))).toMatchObject({ exitCode: 1 })
  })

  it("names the missing folder of a file that is written", async () => {
    const path = join(await aFolder(), "no", "file.md")

    expect(explainFileError(await errorOf(writeFile(path, "")), { path, isWritten: true })?.message).toBe(
      `cannot write ${path}: the folder ${join(path, "..")} does not exist`,
    )
  })

  it("says permission denied instead of missing", async () => {
    const folder = await aFolder()
    await mkdir(join(folder, "closed"))
    await chmod(folder, 0o755)
    await chmod(join(folder, "closed"), 0o600)
    const path = join(folder, "closed", "a.md")

    const denied = await withoutRoot(() => errorOf(readFile(path)))

    expect(explainFailure(denied)).toMatchObject({ exitCode: 1, message: `cannot open ${path}: permission denied` })
  })

  it("explains the limit on watched files, whose code is that of a full disk", () => {
    const thrown = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "watch", path: "/docs" })

    expect(explainFileError(thrown)?.message).toBe("cannot watch /docs: too many files are watched on this machine")
  })

  it("leaves other errors unchanged", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" })

    expect(explainFileError(refused)).toBeUndefined()
  })
})
