// Builds the dashboard (packages/web) into packages/server/dist/web: bundles its scripts, compiles its style sheet and
// compresses both. It bundles only development packages: a start from a clone downloads them and keeps only the result.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { lockedPackage, withLockedPackages } from "./locked-packages.mjs"

const root = join(import.meta.dirname, "..")
const web = join(root, "packages", "web")
const target = join(root, "packages", "server", "dist", "web")
const assets = join(target, "assets")

/** Inputs of the dashboard besides the sources of its packages. */
const SETTINGS = ["package-lock.json", "packages/web/index.html", "scripts/build-dashboard.mjs"]
const SOURCES = ["web", "contract", "client"]
/** Higher qualities take ten times as long and save only a few per cent. */
const BROTLI_QUALITY = 9

/** Returns true if the built dashboard is newer than everything that it is built from. */
export function hasDashboard() {
  const built = join(target, "index.html")
  if (!existsSync(built)) return false
  const builtAt = statSync(built).mtimeMs
  const files = [...SETTINGS.map((path) => join(root, path)), ...SOURCES.flatMap(sourcesOf)]
  return files.every((path) => statSync(path).mtimeMs <= builtAt)
}

function sourcesOf(name) {
  const folder = join(root, "packages", name, "src")
  return readdirSync(folder, { recursive: true })
    .filter((path) => /\.(?:ts|tsx|css|svg)$/.test(path) && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path))
}

/** Builds the dashboard. @throws {Error} if packages cannot be downloaded or a source is invalid. */
export async function buildDashboard() {
  const packages = bundledPackages()
  await withLockedPackages(packages, async (folder) => {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(assets, { recursive: true })
    const script = await bundleScripts(folder)
    const style = await compileStyle(folder)
    const icon = writeHashed("icon", ".svg", readFileSync(join(web, "src", "styles", "icon.svg")))
    for (const name of readdirSync(assets)) compress(join(assets, name))
    const page = readFileSync(join(web, "index.html"), "utf8")
      .replace("./src/main.tsx", `./assets/${script}`)
      .replace("./src/styles/theme.css", `./assets/${style}`)
      .replace("./src/styles/icon.svg", `./assets/${icon}`)
    writeFileSync(join(target, "index.html"), page)
  })
}

/**
 * Lists the packages that the dashboard imports, directly or indirectly, except those that are installed to run the
 * program.
 */
function bundledPackages() {
  const { devDependencies } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"))
  const names = new Set(Object.keys(devDependencies).filter((name) => !/^@(?:types|lectern)\//.test(name)))
  for (const name of names) {
    for (const dependency of Object.keys(lockedPackage(name).dependencies ?? {})) names.add(dependency)
  }
  const bundled = [...names].filter((name) => lockedPackage(name).dev === true)
  return Object.fromEntries(bundled.map((name) => [name, (path) => /\.(?:m?js|json|css)$|^LICENSE/i.test(path)]))
}

const CONTRACT = join(root, "packages", "contract", "src")
const ROUTE_TABLE = join(CONTRACT, "routes", "route-table.ts")

/**
 * Reads method, path and status of every operation, which is all that the client needs from the route table, and the
 * other exports of its modules.
 */
async function readRoutes({ rolldown }, modules) {
  const resolve = { conditionNames: ["lectern-source", "import", "default"], modules }
  const bundle = await rolldown({ input: ROUTE_TABLE, platform: "node", cwd: web, tsconfig: false, resolve })
  const { output } = await bundle.generate({ format: "esm" })
  await bundle.close()
  const code = Buffer.from(output[0].code).toString("base64")
  const {
    ROUTES,
    routeOf: _routeOf,
    pathsOf: _pathsOf,
    ...others
  } = await import(`data:text/javascript;base64,${code}`)
  const routes = ROUTES.map(({ operationId, method, path, status }) => ({ operationId, method, path, status }))
  return { routes, unusedNames: Object.keys(others) }
}

/**
 * Keeps schemas out of the browser, which never validates: they would be a third of the code that is loaded initially.
 * Modules that use a schema incidentally get a stand-in for zod, each of whose calls returns the stand-in.
 */
function withoutSchemas({ routes, unusedNames }) {
  const table = [
    ...unusedNames.map((name) => `export const ${name} = undefined`),
    `const ROUTES = ${JSON.stringify(routes)}`,
    "export { ROUTES }",
    "const routeByOperation = new Map(ROUTES.map((route) => [route.operationId, route]))",
    "export const routeOf = (operationId) => routeByOperation.get(operationId)",
    "export const pathsOf = ({ path }) => [path]",
  ]
  const zod = [
    "export const z = new Proxy(() => {}, {",
    "  apply: () => z,",
    "  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : z),",
    "})",
  ]
  return {
    name: "without-schemas",
    resolveId: (id) => (id === "zod" ? "\0zod" : undefined),
    load: (id) => (id === "\0zod" ? zod.join("\n") : id === ROUTE_TABLE ? table.join("\n") : undefined),
  }
}

async function bundleScripts(packages) {
  const tool = await import("rolldown")
  const modules = [packages, join(root, "node_modules"), "node_modules"]
  const bundle = await tool.rolldown({
    input: { main: join(web, "src", "main.tsx") },
    platform: "browser",
    cwd: web,
    tsconfig: false,
    plugins: [withoutSchemas(await readRoutes(tool, modules))],
    treeshake: { moduleSideEffects: (id) => (id.startsWith(CONTRACT) ? false : undefined) },
    resolve: {
      conditionNames: ["lectern-source", "module", "browser", "import", "production", "default"],
      modules,
    },
    transform: { target: "es2023", jsx: "react-jsx", define: { "process.env.NODE_ENV": '"production"' } },
    onLog: (level, log, report) => {
      // Directives of server components, which have no effect in a browser.
      if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: assets,
    format: "esm",
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await bundle.close()
  return output.find(({ isEntry }) => isEntry).fileName
}

/** Compiles the style sheet with the class names that occur in the sources. */
async function compileStyle(packages) {
  const tailwind = join(packages, "tailwindcss")
  const { compile } = await import(pathToFileURL(join(tailwind, "dist", "lib.mjs")).href)
  const source = join(web, "src", "styles", "theme.css")
  const { build } = await compile(readFileSync(source, "utf8"), {
    base: web,
    loadStylesheet: async (id, base) => {
      const path = join(tailwind, id === "tailwindcss" ? "index.css" : id.replace("tailwindcss/", ""))
      return { path, base, content: readFileSync(path, "utf8") }
    },
  })
  const words = sourcesOf("web").flatMap((path) => readFileSync(path, "utf8").match(/[^\s"'`]+/g) ?? [])
  const css = build([...new Set(words)]).replaceAll(/^\s+/gm, "")
  return writeHashed("theme", ".css", Buffer.from(css))
}

function writeHashed(name, ending, bytes) {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8)
  const fileName = `${name}-${hash}${ending}`
  writeFileSync(join(assets, fileName), bytes)
  return fileName
}

/** Compresses files, because the server sends compressed files and never compresses itself. */
function compress(path) {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDashboard()
