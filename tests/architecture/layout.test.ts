import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "./cruise.ts"

const MAX_LINES = 400
const MAX_README_LINES = 15
const MAX_FILES = 25
const FORBIDDEN_FOLDERS = ["utils", "util", "helpers", "common", "shared", "lib", "types", "misc"]
const FORBIDDEN_FILES = ["types.ts", "utils.ts", "helpers.ts", "common.ts", "index.ts"]
/** Entries of packages: the only files named index.ts. */
const ENTRIES = ["contract", "client", "parsers", "engine", "cli"].map((name) => `packages/${name}/src/index.ts`)
/** Configuration files whose tools require a default export. */
const DEFAULT_EXPORTS = [
  "vitest.config.ts",
  "tests/compatibility/vitest.config.ts",
  "packages/mcp/rolldown.config.ts",
  "packages/server/rolldown.config.ts",
]
/** Configuration files of documentation tools, which READMEs name as input. */
const INPUT_FILES = ["sidebars.ts", "_meta.ts"]
/** Files with one table of data, which may be longer. */
const DATA_TABLES = [/manifest\.ts$/, /popular-table\.ts$/]

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: projectRoot,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(projectRoot, path)))
const programs = tracked.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
/** Data of tests, and the Helm chart, which is packed with everything in its folder. */
const isMaterial = (path: string) => /\/(fixtures|manifest|expected|lectern)\//.test(path)
const read = (path: string) => readFileSync(join(projectRoot, path), "utf8")
/** Returns a file without comments and contents of strings, so that prose is not mistaken for code. */
const codeOf = (path: string) =>
  read(path)
    // Regular expressions in a list, one on each line.
    .replaceAll(/^\s*\/.+\/[a-z]*,$/gm, "")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .replaceAll(/\/\/.*$/gm, "")
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, "``")

describe("the files of the project", () => {
  it("are found", () => {
    expect(programs.length).toBeGreaterThan(50)
  })

  it("have at most 400 lines", () => {
    const long = programs
      .filter((path) => !DATA_TABLES.some((table) => table.test(path)))
      .map((path) => ({ path, lines: read(path).split("\n").length - 1 }))

    expect(long.filter(({ lines }) => lines > MAX_LINES)).toEqual([])
  })

  it("contain nothing that a running program has stored", () => {
    const stored = tracked.filter((path) => /\.(?:db|db-wal|db-shm|log|cpuprofile)$/.test(path) && !isMaterial(path))

    expect(stored).toEqual([])
  })

  it("are in folders with specific names", () => {
    const unspecific = programs.filter((path) =>
      dirname(path)
        .split("/")
        .some((folder) => FORBIDDEN_FOLDERS.includes(folder)),
    )

    expect(unspecific).toEqual([])
  })

  it("have specific names", () => {
    const unspecific = programs.filter((path) => FORBIDDEN_FILES.includes(basename(path)) && !ENTRIES.includes(path))

    expect(unspecific).toEqual([])
  })

  it("are named in kebab-case", () => {
    const others = programs.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.tsx?$/.test(basename(path)))

    expect(others).toEqual([])
  })

  it("have no default export", () => {
    const withDefault = programs.filter(
      (path) => !DEFAULT_EXPORTS.includes(path) && /^export default\b/m.test(codeOf(path)),
    )

    expect(withDefault).toEqual([])
  })

  it("never export with a star", () => {
    expect(programs.filter((path) => /^export \*/m.test(codeOf(path)))).toEqual([])
  })

  it("never use any, and never disable the compiler", () => {
    const loose = programs.filter(
      (path) => /[:<,|&]\s*any\b|\bas any\b/.test(codeOf(path)) || /@ts-(ignore|nocheck)/.test(read(path)),
    )

    expect(loose.filter((path) => !path.startsWith("tests/architecture/"))).toEqual([])
  })

  it("never ask URL.canParse without a base, which is wrong for some addresses: isUrl is right", () => {
    const isAlone = /\bcanParse\((?:[^(),]|\([^()]*\))*\)/
    expect(programs.filter((path) => isAlone.test(codeOf(path)))).toEqual([])
  })

  it("disable no test, and run none alone", () => {
    const tests = programs.filter((path) => path.endsWith(".test.ts"))

    expect(tests.filter((path) => /\b(it|describe|test)\.(only|skip|todo)\(/.test(codeOf(path)))).toEqual([])
  })
})

describe("every folder of the packages", () => {
  const sources = programs.filter(
    (path) => /^packages\/[a-z]+\/src\//.test(path) && !/\.(test|testing)\.ts$/.test(path),
  )
  const allFolders = [...new Set(sources.map((path) => dirname(path)))]
  const folders = allFolders.filter((folder) => !folder.endsWith("/src"))
  const packages = [...new Set(sources.map((path) => path.split("/").slice(0, 2).join("/")))]

  it.each([...packages, ...folders, "eval", "bench", "tests"])("%s has a README of at most 15 lines", (folder) => {
    const readme = join(folder, "README.md")

    expect(tracked).toContain(readme)
    expect(read(readme).trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_README_LINES)
  })

  it("has a README in tests, scripts and deploy as well", () => {
    const parts = tracked.filter((path) => /^(tests|scripts|deploy)\//.test(path) && !isMaterial(path))
    const bare = [...new Set(parts.map((path) => dirname(path)))].filter(
      (folder) => !tracked.includes(join(folder, "README.md")),
    )

    expect(bare).toEqual([])
  })

  it("names only files and folders in its README that exist", () => {
    const known = tracked.map((path) => `/${path}`)
    const readmes = tracked.filter((path) => /^(packages|tests|eval|bench)\/(.*\/)?README\.md$/.test(path))
    const mentions = readmes
      .filter((path) => !path.includes("/fixtures/"))
      .flatMap((readme) =>
        [...read(readme).matchAll(/`([\w./-]+(?:\.ts|\.mjs|\/))`/g)].map(([, name = ""]) => ({ readme, name })),
      )
      .filter(({ name }) => !INPUT_FILES.includes(name) && !name.startsWith("/"))
    const exists = (name: string) =>
      known.some((path) => (name.endsWith("/") ? path.includes(`/${name}`) : path.endsWith(`/${name}`)))

    expect(mentions.length).toBeGreaterThan(100)
    expect(mentions.filter(({ name }) => !exists(name.replace(/^(\.\.?\/)+/, "")))).toEqual([])
  })

  it("has at most 25 files that are not tests", () => {
    const counts = allFolders.map((folder) => ({
      folder,
      files: sources.filter((path) => dirname(path) === folder).length,
    }))

    expect(counts.filter(({ files }) => files > MAX_FILES)).toEqual([])
  })
})
