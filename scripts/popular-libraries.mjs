// npm run popular: checks packages/contract/popular/*.txt and writes the table that the program contains. With --check,
// it only compares, and exits with code 1 if they differ. The README beside the files explains the format.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = join(root, "packages", "contract", "popular")
const tablePath = join(root, "packages", "contract", "src", "popular", "popular-table.ts")

const ECOSYSTEMS = ["npm", "python", "go", "cargo", "maven", "composer", "rubygems"]
const FIELDS = 6
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const REPOSITORY = /^([\w.-]+\/[\w.-]+|https:\/\/[\w.-]+(\/[\w.-]+){2,})$/
const FOLDER = /^[\w@-][\w.@-]*(\/[\w.@-]+)*$/

/** Patterns of package names. */
const PACKAGE = {
  npm: /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.-]*$/,
  python: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  go: /^[a-z0-9.-]+\.[a-z]+(\/[\w.-]+)*$/,
  cargo: /^[a-z0-9][a-z0-9_-]*$/,
  maven: /^[\w.-]+:[\w.-]+$/,
  composer: /^[a-z0-9-]+\/[a-z0-9-]+$/,
  rubygems: /^[a-z0-9][\w-]*$/,
}
/** Patterns of the part of a name before `*`: a scope, group or path, never a part of a word. */
const PACKAGE_START = /^(@[\w-]+\/|[\w.-]+:|[\w.-]+(\/[\w.-]+)*\/)$/

/** Returns the format problems of a line and its row of the table. */
function parseLine(line) {
  const isVerified = line.startsWith("+ ")
  const fields = (isVerified ? line.slice(2) : line).split(" | ")
  if (fields.length !== FIELDS) return { problems: [`has ${fields.length} fields, not ${FIELDS}`] }
  const [name, title, repository, folders, versions, packages] = fields
  const folderList = folders === "." ? [] : folders.split(" ")
  const packageList = packages === "-" ? [] : packages.split(" ").flatMap(parsePackages)
  const problems = [
    ...(NAME.test(name) ? [] : [`name ${name}`]),
    ...(title.trim() === title && title !== "" && title.length <= 60 ? [] : [`title ${title}`]),
    ...(REPOSITORY.test(repository) && !repository.endsWith(".git") ? [] : [`repository ${repository}`]),
    ...folderList.filter((each) => !FOLDER.test(each)).map((each) => `folder ${each}`),
    ...(versions === "tags" || versions === "site" ? [] : [`versions ${versions}`]),
    ...packageList.filter((each) => !isPackage(each)).map((each) => `package ${each}`),
  ]
  return { problems, row: [name, title, repository, folderList.join(" "), versions, isVerified, packageList.join(" ")] }
}

/** Expands `npm:a,b~` to `npm:a` and `npm:b~`. */
function parsePackages(group) {
  const colon = group.indexOf(":")
  return group
    .slice(colon + 1)
    .split(",")
    .map((name) => `${group.slice(0, colon)}:${name}`)
}

function isPackage(text) {
  const [, ecosystem, name] = /^([a-z]+):(.+?)~?$/.exec(text) ?? []
  if (!ECOSYSTEMS.includes(ecosystem)) return false
  return name.endsWith("*") ? PACKAGE_START.test(name.slice(0, -1)) : PACKAGE[ecosystem].test(name)
}

/** Reads all files. @throws {Error} naming every line that is malformed or a duplicate. */
function readRows() {
  const seen = new Map()
  const problems = []
  const rows = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
    for (const [index, line] of readFileSync(join(folder, file), "utf8").split("\n").entries()) {
      if (line === "" || line.startsWith("#")) continue
      const at = `${file}:${index + 1}`
      const { problems: found, row } = parseLine(line)
      problems.push(...found.map((problem) => `${at}: ${problem}`))
      if (row === undefined) continue
      rows.push(row)
      const keys = [`name ${row[0]}`, `repository ${row[2].toLowerCase()}`, ...row[6].split(" ").filter(Boolean)]
      for (const key of keys.map((each) => each.replace(/~$/, ""))) {
        if (seen.has(key)) problems.push(`${at}: ${key} is also in ${seen.get(key)}`)
        seen.set(key, at)
      }
    }
  }
  if (problems.length > 0) throw new Error(`invalid lines in packages/contract/popular:\n${problems.join("\n")}`)
  return rows.toSorted(([left], [right]) => (left < right ? -1 : 1))
}

function drawTable(rows) {
  return [
    "// Written by `npm run popular` from packages/contract/popular. Do not edit.",
    "/* oxlint-disable max-lines -- a table of data */",
    "",
    "/** Name, title, repository, folders, versions, whether the line was verified, packages. */",
    "export type PopularRow = readonly [",
    "  name: string,",
    "  title: string,",
    "  repository: string,",
    "  folders: string,",
    '  versions: "tags" | "site",',
    "  isVerified: boolean,",
    "  packages: string,",
    "]",
    "",
    "export const POPULAR_TABLE: readonly PopularRow[] = [",
    ...rows.map((row) => `  [${row.map((value) => JSON.stringify(value)).join(", ")}],`),
    "]",
    "",
  ].join("\n")
}

const rows = readRows()
const drawn = drawTable(rows)
if (process.argv.includes("--check")) {
  if (readFileSync(tablePath, "utf8") !== drawn) {
    process.stderr.write("popular-table.ts is not up to date: run npm run popular\n")
    process.exitCode = 1
  }
} else {
  writeFileSync(tablePath, drawn)
  const packages = rows.reduce((sum, row) => sum + row[6].split(" ").filter(Boolean).length, 0)
  process.stdout.write(
    `${rows.length} libraries, ${packages} packages, ${rows.filter((row) => row[5]).length} verified\n`,
  )
}
