import { execFile, spawn, type ChildProcess } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { projectRoot, waitFor } from "./running-lectern.ts"

const run = promisify(execFile)
const PASSWORD = "correct horse battery staple"
const MEBIBYTE = 2 ** 20
const INSTALL_TIMEOUT_MS = 300_000
const MAX_PACKAGE_BYTES = 10 * MEBIBYTE
const MAX_INSTALLED_BYTES = 200 * MEBIBYTE
/** The Node to run the packages with, and its machine code of the addon; `.ci/node-versions` sets them to try another version. */
const NODE = process.env["NODE_UNDER_TEST"] ?? process.execPath
const ADDON = "node_modules/better-sqlite3/build/Release/better_sqlite3.node"
/** Compiled for this version of Node by the installation of the project; compiling it again would take minutes. */
const COMPILED_ADDON = process.env["ADDON_UNDER_TEST"] ?? join(projectRoot, ADDON)

/** A module that appends every host that its process looks up or connects to to a file. Workers inherit it. */
const recordConnections = (file: string) => `import { appendFileSync } from "node:fs"
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
const record = (host) => host && appendFileSync(${JSON.stringify(file)}, host + "\\n")
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given
  if (options?.path === undefined) record(options?.host ?? "localhost")
  return Reflect.apply(connect, this, given)
}
for (const owner of [dns, dns.promises]) {
  const { lookup } = owner
  owner.lookup = (name, ...others) => (record(name), lookup(name, ...others))
}
syncBuiltinESMExports()
`

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

describe("the packages, installed into an empty folder", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-installed-"))
  const connectionsFile = join(folder, "connections.txt")
  const tarballs: string[] = []
  let server: ChildProcess | undefined
  let host: GitHost
  let url = ""

  const environment = () => ({
    PATH: process.env["PATH"],
    HOME: folder,
    LECTERN_URL: url,
    LECTERN_DATA_DIR: join(folder, "data"),
    LECTERN_ADMIN_PASSWORD: PASSWORD,
    LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
  })
  const lectern = (...args: string[]) =>
    run(NODE, [join(folder, "node_modules/.bin/lectern"), ...args], { cwd: folder, env: environment() })

  beforeAll(async () => {
    host = await startGitHost()
    const pack = ["pack", "-w", "lectern", "-w", "lectern-mcp", "--pack-destination", folder, "--loglevel=error"]
    await run("npm", pack, { cwd: projectRoot })
    tarballs.push(...readdirSync(folder).filter((name) => name.endsWith(".tgz")))
    writeFileSync(join(folder, "package.json"), '{ "private": true }')
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    await run("npm", [...install, ...tarballs.map((name) => `./${name}`)], { cwd: folder })
    mkdirSync(join(folder, dirname(ADDON)), { recursive: true })
    cpSync(COMPILED_ADDON, join(folder, ADDON))
    const program = join(folder, "node_modules/.bin/lectern")
    writeFileSync(join(folder, "record.mjs"), recordConnections(connectionsFile))
    let printed = ""
    const recorded = ["--import", pathToFileURL(join(folder, "record.mjs")).href, program, "serve", "--port", "0"]
    server = spawn(NODE, recorded, { cwd: folder, env: environment() })
    server.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text))
    url = await waitFor("the server to serve", async () => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0])
  }, INSTALL_TIMEOUT_MS)
  afterAll(async () => {
    server?.kill("SIGTERM")
    await waitFor("the server to stop", async () => server?.exitCode ?? undefined)
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("are made of files that every account can read, because an image is built by one and run by another", () => {
    const built = join(projectRoot, "packages/server/dist")
    const files = ["program", "sample", "grammars", "kernels", "web"].flatMap((part) =>
      readdirSync(join(built, part), { recursive: true, encoding: "utf8" }).map((name) => join(built, part, name)),
    )
    expect(files.filter((path) => (statSync(path).mode & 0o044) !== 0o044)).toEqual([])
  })

  it("are small", () => {
    const sizes = tarballs.map((name) => statSync(join(folder, name)).size)

    expect(tarballs).toHaveLength(2)
    expect(Math.max(...sizes)).toBeLessThan(MAX_PACKAGE_BYTES)
    expect(bytesIn(join(folder, "node_modules"))).toBeLessThan(MAX_INSTALLED_BYTES)
  })

  it("list everything that they contain or install, with versions and hashes", () => {
    const [server, mcp] = ["lectern", "lectern-mcp"].map((name) => {
      const text = readFileSync(join(folder, "node_modules", name, "sbom.cdx.json"), "utf8")
      return JSON.parse(text) as { readonly components: readonly { readonly purl: string }[] }
    })
    const partsOf = (list: typeof server) => (list?.components ?? []).map(({ purl }) => purl.replace(/@[^@]+$/, ""))
    const installed = readdirSync(join(folder, "node_modules")).filter((name) => !/^(?:[.@]|lectern)/.test(name))

    // Bundled into the program, bundled into the dashboard, and installed beside it.
    expect(partsOf(server)).toEqual(expect.arrayContaining(["pkg:npm/kysely", "pkg:npm/react", "pkg:npm/fastify"]))
    expect(installed.filter((name) => !partsOf(server).includes(`pkg:npm/${name}`))).toEqual([])
    expect(partsOf(mcp)).toContain("pkg:npm/undici")
    expect(JSON.stringify([server, mcp])).not.toMatch(/"timestamp"|"serialNumber"/)
  })

  it("answer from Lectern's own documentation at once", async () => {
    const { stdout } = await lectern("ask", "/lectern/docs", "how do I add a git repository")

    expect(stdout).toContain("lectern add")
  })

  it("add a repository and answer from its pages and its code", async () => {
    await host.commit("sea/otters", {
      "README.md": "# Otters\n\nOtters hold hands while they sleep. See `otters.sleep`.\n",
      "otters.py": 'def sleep(depth: int) -> None:\n    """Lets every otter sleep, at most `depth` metres deep."""\n',
    })
    const key = (await lectern("admin", "create-key")).stdout.trim()

    const added = await lectern("add", `${host.url}/sea/otters.git`, "--api-key", key)
    const { stdout } = await lectern("ask", "/sea/otters", "how do otters sleep")
    const deleted = await lectern("delete", "/sea/otters", "--yes", "--api-key", key)

    expect(added.stdout + added.stderr).toContain("/sea/otters: ")
    expect(stdout).toContain("hold hands")
    expect(deleted.stderr + deleted.stdout).toContain("/sea/otters")
  })

  it("start and index without connecting to anything but the source", async () => {
    const hosts = existsSync(connectionsFile) ? readFileSync(connectionsFile, "utf8").trim().split("\n") : []

    // The address of the git host proves that connections are recorded.
    expect([...new Set(hosts)]).toEqual(["127.0.0.1"])
  })

  it("have the command lectern-mcp, which needs nothing else", async () => {
    const { stdout } = await run(NODE, [join(folder, "node_modules/.bin/lectern-mcp"), "--help"])

    expect(stdout).toContain("--url")
  })
})
