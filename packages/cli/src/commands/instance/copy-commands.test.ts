import { expect, it } from "vitest"
import type { ServerEntryPoints } from "../../session/server-entry-points.ts"
import { run } from "../../run-command.testing.ts"

const copied = { rows: { library: 2, job: 3 }, hash: "ab", blobs: 4, blobsThere: 1, blobsLost: [] }

it("copies an instance, and says what was copied and that the key was not", async () => {
  const asked: unknown[] = []
  const moveInstance = (flags: object) => {
    asked.push(flags)
    return Promise.resolve({ ...copied, changedMeanwhile: false })
  }

  const moved = await run(["migrate", "--to", "postgres://db/lectern", "--to-blobs", "s3://docs/a"], {
    entryPoints: { moveInstance },
  })

  expect(asked).toMatchObject([{ to: "postgres://db/lectern", blobs: "s3://docs/a" }])
  expect(moved.exitCode).toBe(0)
  expect(moved.outText()).toContain("moved: 2 libraries, 5 rows, 4 index files and uploads (1 already there)")
  expect(moved.outText()).toContain("The encryption key is not part of the copy")
})

it("fails when the instance changed while it was moved", async () => {
  const moveInstance = () => Promise.resolve({ ...copied, changedMeanwhile: true })

  const moved = await run(["migrate", "--to", "/new"], { entryPoints: { moveInstance } })

  expect(moved.exitCode).toBe(1)
  expect(moved.errText()).toContain("the instance changed while it was being copied: stop the server")
})

it("backs up and restores with the given number and name", async () => {
  const asked: unknown[] = []
  const entryPoints = {
    backup: (flags: object) => {
      asked.push(flags)
      return Promise.resolve({ ...copied, name: "N", removed: ["M"] })
    },
    restore: (flags: object) => {
      asked.push(flags)
      return Promise.resolve({ ...copied, name: "N" })
    },
  }

  const made = await run(["backup", "/b", "--keep", "7"], { entryPoints })
  const restored = await run(["restore", "/b", "--at", "N", "--json"], { entryPoints })

  expect(asked).toMatchObject([
    { location: "/b", keep: 7 },
    { location: "/b", name: "N" },
  ])
  expect(made.outText()).toContain("removed: M")
  expect(JSON.parse(restored.outText())).toMatchObject({ name: "N", blobs: 4 })
})

it("fails when older backups could not be removed, although the new one is complete", async () => {
  const backup = () => Promise.resolve({ ...copied, name: "N", removed: [], removalProblem: "the disk is read-only" })

  const made = await run(["backup", "s3://b/c", "--keep", "1"], { entryPoints: { backup } })

  expect(made.exitCode).toBe(1)
  expect(made.outText()).toContain("backup N: 2 libraries")
  expect(made.errText()).toContain("older ones could not be removed: the disk is read-only")
})

it.each([
  [["migrate", "--to", "/new"], "instance"],
  [["backup", "/b"], "instance"],
  [["restore", "/b"], "backup"],
])("fails when files were missing, so that a script notices: %j", async (words, original) => {
  const copyWithoutFiles = () =>
    Promise.resolve({ ...copied, blobsLost: ["c"], changedMeanwhile: false, name: "N", removed: [] })
  const entryPoints = { moveInstance: copyWithoutFiles, backup: copyWithoutFiles, restore: copyWithoutFiles }

  const done = await run(words, { entryPoints })
  const asJson = await run([...words, "--json"], { entryPoints })

  expect(done.exitCode).toBe(1)
  expect(done.outText()).toContain("2 libraries")
  expect(done.errText()).toContain(
    `everything was copied except 1 of 4 index files and uploads, missing or damaged in the ${original}`,
  )
  expect(asJson.exitCode).toBe(1)
  expect(JSON.parse(asJson.outText())).toMatchObject({ blobsLost: ["c"] })
})

it("succeeds, with a note, when the instance could not record a complete backup", async () => {
  const backup = () => Promise.resolve({ ...copied, name: "N", removed: [], recordProblem: "no space left" })

  const made = await run(["backup", "/b"], { entryPoints: { backup } })

  expect(made.exitCode).toBe(0)
  expect(made.errText()).toContain("the backup is complete, but the instance could not record it: no space left")
})

it.each([["0"], ["-1"], ["many"]])("refuses to keep %s backups", async (count) => {
  const refused = await run(["backup", "/b", "--keep", count])

  expect(refused.exitCode).toBe(2)
})

it("labels the two rounds of copying", async () => {
  const backup: ServerEntryPoints["backup"] = ({ onProgress }) => {
    for (const done of [1, 2]) onProgress({ step: "blobs", done, total: 2 })
    for (const done of [1, 2, 3]) onProgress({ step: "blobs", done, total: 3 })
    return Promise.resolve({ ...copied, name: "N", removed: [] })
  }

  const made = await run(["backup", "/b"], { entryPoints: { backup } })

  expect(made.errText().trimEnd().split("\n")).toEqual([
    "copied index files and uploads: 1 of 2",
    "copied index files and uploads: 2 of 2",
    "checked for files that were added meanwhile: 3 of 3",
  ])
})
