import { execFile } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { root } from "./prepare.mjs"

const run = promisify(execFile)

/**
 * Clones an earlier commit into a folder and builds it, for walk-first-hour.mjs.
 *
 * @param {string} commit as git names it, such as `HEAD~1`.
 * @param {string} folder does not exist yet.
 * @throws {Error} with what git or the build printed.
 */
export async function buildOlderVersion(commit, folder) {
  const { stdout } = await run("git", ["rev-parse", "--verify", `${commit}^{commit}`], { cwd: root })
  await run("git", ["clone", "--quiet", "--shared", "--no-checkout", root, folder])
  await run("git", ["checkout", "--quiet", "--detach", stdout.trim()], { cwd: folder })
  if (hasSamePackages(folder)) await linkPackages(folder)
  await run(process.execPath, ["scripts/prepare.mjs", "--to-run"], { cwd: folder, maxBuffer: 100_000_000 })
}

const lockfileOf = (folder) => readFileSync(join(folder, "package-lock.json"), "utf8")
const hasSamePackages = (folder) => lockfileOf(folder) === lockfileOf(root)

/** Saves an installation that would take minutes. Links, because a copy would take almost as long; the build changes none of the files. */
async function linkPackages(folder) {
  const packages = readdirSync(join(root, "packages")).map((name) => join("packages", name, "node_modules"))
  for (const path of ["node_modules", ...packages]) {
    if (existsSync(join(root, path)) && existsSync(dirname(join(folder, path))))
      await run("cp", ["-al", join(root, path), join(folder, path)])
  }
}
