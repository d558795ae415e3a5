import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, onTestFinished } from "vitest"
import { findDependencies } from "./find-dependencies.ts"

/** Writes a project into a folder that is removed after the test. */
export async function aProject(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-project-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** Finds the dependencies of a project. Returns `name@version` for each, with its repository if it is known. */
export async function namesIn(files: Record<string, string>, inside = ""): Promise<string[]> {
  const { dependencies, problems } = await findDependencies(join(await aProject({ ".git/HEAD": "", ...files }), inside))
  expect(problems).toEqual([])
  return dependencies.map(
    ({ name, version, repositoryUrl }) => `${name}@${version}${repositoryUrl === undefined ? "" : ` ${repositoryUrl}`}`,
  )
}
