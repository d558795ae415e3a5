// Writes a list of everything that a published package contains or installs (CycloneDX), as `sbom.cdx.json` in the
// current folder: `node scripts/release/sbom.mjs <package> [further workspaces that are bundled into it]`. It is
// generated from package-lock.json alone, so that the same commit produces the same list.
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { npm, reasonOf } from "../run-npm.mjs"

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const FILE_NAME = "sbom.cdx.json"

/** Converts npm's list of a workspace to that of one package, without random numbers, times and names of folders. */
export function listOfPackage(list, { name, version }) {
  const own = list.components.find((component) => component["bom-ref"] === `${name}@${version}`)
  if (own === undefined) throw new Error(`the list of npm does not contain ${name}@${version}`)
  const { serialNumber: _random, metadata, components, dependencies, ...rest } = list
  const { timestamp: _time, component: workspace, ...about } = metadata
  const isOwn = ({ "bom-ref": ref }) => ref === own["bom-ref"]
  return {
    ...rest,
    metadata: { ...about, component: { ...own, type: "application", name } },
    components: components.filter((component) => !isOwn(component)),
    dependencies: dependencies.filter(({ ref }) => ref !== workspace["bom-ref"]),
  }
}

/** Creates the list of a package of this repository. @throws {Error} with npm's message. */
export function makeList(name, others) {
  const workspaces = [name, ...others].flatMap((workspace) => ["-w", workspace])
  const run = npm(
    ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--loglevel=error", ...workspaces],
    ROOT,
  )
  if (run.status !== 0) throw new Error(`npm could not list the parts of ${name}: ${reasonOf(run)}`)
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  return listOfPackage(JSON.parse(run.stdout), { name, version })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [name = "", ...others] = process.argv.slice(2)
  const list = makeList(name, others)
  // npm packs in the folder of the package.
  writeFileSync(join(process.cwd(), FILE_NAME), `${JSON.stringify(list, null, 2)}\n`)
  console.log(`${FILE_NAME}: ${list.components.length} parts of ${name}`)
}
