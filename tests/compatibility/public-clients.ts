import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/** The public packages, as their users install them. */
const PACKAGES = ["@upstash/context7-mcp", "ctx7", "@upstash/context7-sdk"] as const
export type PublicPackage = (typeof PACKAGES)[number]

/** The oldest Node that the local package supports, as a package of the registry. */
const OLD_NODE = {
  name: `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
  version: "18.17.1",
}

/** Checks OpenAPI descriptions. Later versions may not run on the oldest Node that Lectern supports. */
const LINTER = { name: "@redocly/cli", version: "2.77.0" }

const INSTALL_TIMEOUT_MS = 240_000

/** The output of a program, and its exit code. */
export interface Finished {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The installed packages. */
export interface PublicClients {
  readonly folder: string
  /** A home folder without any configuration. */
  readonly home: string
  /** Returns the path of a file in a package. */
  readonly file: (name: PublicPackage, path: string) => string
  readonly version: (name: PublicPackage) => Promise<string>
  /** Path of the old Node. */
  readonly oldNode: string
  /** Runs `ctx7` with the empty home and without colours. */
  readonly ctx7: (argv: readonly string[], environment?: Record<string, string>) => Promise<Finished>
  /** Checks an OpenAPI description in a file with the recommended rules of Redocly. */
  readonly lintOpenApi: (path: string) => Promise<Finished>
  readonly remove: () => Promise<void>
}

/** Installs the newest versions from the registry; rejects with npm's own message if that fails. */
export async function installPublicClients(): Promise<PublicClients> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-clients-"))
  const home = join(folder, "home")
  await mkdir(home)
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "clients", private: true }))
  const pinned = [OLD_NODE, LINTER].map(({ name, version }) => `${name}@${version}`)
  const wanted = [...PACKAGES.map((name) => `${name}@latest`), ...pinned]
  const argv = ["install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", ...wanted]
  await promisify(execFile)("npm", argv, { cwd: folder, timeout: INSTALL_TIMEOUT_MS, maxBuffer: 2 ** 26 })
  const file = (name: string, path: string) => join(folder, "node_modules", name, path)
  return {
    folder,
    home,
    file,
    version: async (name) =>
      (JSON.parse(await readFile(file(name, "package.json"), "utf8")) as { version: string }).version,
    oldNode: file(OLD_NODE.name, "bin/node"),
    ctx7: (argv, environment) => run(file("ctx7", "dist/index.js"), argv, { home, folder, environment }),
    lintOpenApi: (path) =>
      run(file(LINTER.name, "bin/cli.js"), ["lint", path], {
        home,
        folder,
        environment: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function run(
  program: string,
  argv: readonly string[],
  { home, folder, environment }: { home: string; folder: string; environment?: Record<string, string> | undefined },
): Promise<Finished> {
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    NO_COLOR: "1",
    ...environment,
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...argv],
      { env, cwd: folder, timeout: 60_000 },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    )
    child.stdin?.end()
  })
}
