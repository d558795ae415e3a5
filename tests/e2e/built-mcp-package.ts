import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const projectFolder = join(import.meta.dirname, "../..")
const packageFolder = join(projectFolder, "packages/mcp")

/** The package `lectern-mcp` as npm installs it, in a separate folder. */
export interface BuiltMcpPackage {
  /** Path of the program. */
  readonly program: string
  readonly totalBytes: number
  readonly remove: () => Promise<void>
}

/** Bundles the package outside the source tree, so that nothing in the workspace can be found from there. */
export async function buildMcpPackage(): Promise<BuiltMcpPackage> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-mcp-package-"))
  const rolldown = join(projectFolder, "node_modules", "rolldown", "bin", "cli.mjs")
  const args = [rolldown, "-c", "rolldown.config.ts", "--dir", join(folder, "dist")]
  await promisify(execFile)(process.execPath, args, { cwd: packageFolder })
  for (const name of ["package.json", "README.md"]) await cp(join(packageFolder, name), join(folder, name))
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return {
    program: join(folder, "dist", "lectern-mcp.mjs"),
    totalBytes: sizes.reduce((sum, size) => sum + size, 0),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
