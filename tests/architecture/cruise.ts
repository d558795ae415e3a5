import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"

/** The root of the project. */
export const projectRoot = resolve(import.meta.dirname, "../..")

/** Packages that the rules apply to. */
const PACKAGES = ["contract", "client", "parsers", "engine", "cli", "server", "mcp", "web"]

/** A broken rule, as reported by dependency-cruiser. */
export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

interface CruiserReport {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly {
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
    }[]
  }
}

/**
 * Checks the imports of a tree with the project's own rules.
 *
 * @param root folder that contains `packages/` and the rules.
 */
export function cruise(root: string): { readonly modules: number; readonly violations: readonly Violation[] } {
  const program = join(projectRoot, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
  const folders = PACKAGES.map((name) => `packages/${name}/src`)
  const options = ["--config", ".dependency-cruiser.cjs", "--output-type", "json"]
  const report = execFileSync(process.execPath, [program, ...options, ...folders], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  const { summary } = JSON.parse(report) as CruiserReport
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/**
 * Copies the rules and the entries of all packages to a temporary folder, and writes the given files beside them. The files that the
 * entries import are left out, because checking them takes most of the time, and the real tree is checked separately.
 *
 * @param files text by path inside the project.
 * @returns the folder, and a function that removes it.
 */
export function plantedTree(files: Readonly<Record<string, string>>): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), "lectern-layers-"))
  for (const name of PACKAGES) {
    const path = join("packages", name)
    copyFiles(join(projectRoot, path, "src"), join(root, path, "src"))
    cpSync(join(projectRoot, path, "package.json"), join(root, path, "package.json"))
  }
  for (const path of [".dependency-cruiser.cjs", "tsconfig.base.json", "package.json"]) {
    cpSync(join(projectRoot, path), join(root, path))
  }
  mkdirSync(join(root, "node_modules/@lectern"), { recursive: true })
  for (const name of PACKAGES) symlinkSync(`../../packages/${name}`, join(root, "node_modules/@lectern", name))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Copies the files of a folder, without those of its subfolders. */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isFile()) cpSync(join(from, entry.name), join(to, entry.name))
  }
}
