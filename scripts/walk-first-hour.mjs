// node scripts/walk-first-hour.mjs [--from <commit> | --previous <clone>] [--keep]: walks through the first hour of an
// instance in a clean environment and prints a transcript with times. It installs the packed packages into an empty
// folder with an empty home and cache, starts the server, adds seven kinds of sources and asks them, connects two MCP
// clients, invites a user who signs in, creates a key and asks, signs in on the command line, makes a backup while
// running, restores it, tries to take over a fresh instance from the network, upgrades the data of an older version and
// rolls back. The older version is the commit before this one, another commit (`--from`), a built clone (`--previous`)
// or none (`--from none`). Exits with code 1 at the first step that fails.
import { execFile, execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { finished } from "node:stream/promises"
import { setTimeout as delay } from "node:timers/promises"
import { parseArgs, promisify } from "node:util"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import PdfDocument from "pdfkit"
import { root } from "./prepare.mjs"
import { buildOlderVersion } from "./walk-older-version.mjs"
import { addressOnNetwork, tryTakeover } from "./walk-takeover.mjs"

const run = promisify(execFile)
const { values: flags } = parseArgs({
  options: { from: { type: "string", default: "HEAD~1" }, previous: { type: "string" }, keep: { type: "boolean" } },
})
const folder = mkdtempSync(join(tmpdir(), "lectern-first-hour-"))
const dataDir = join(folder, "data")
const NATIVE_FILE = "node_modules/better-sqlite3/build/Release/better_sqlite3.node"
const READY_MS = 60_000
const PASSWORD = "a password that is long"
const startedMs = performance.now()
const running = new Set()
let url = ""

/** The variables that a new account on a new machine has. */
const environment = (more = {}) => ({
  PATH: process.env.PATH,
  HOME: folder,
  npm_config_cache: join(folder, "npm-cache"),
  LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
  ...(url === "" ? {} : { LECTERN_URL: url }),
  ...more,
})
const program = join(folder, "node_modules/.bin/lectern")
const lectern = async (args, more) => {
  const { stdout, stderr } = await run(process.execPath, [program, ...args], { cwd: folder, env: environment(more) })
  return stdout + stderr
}

/** Runs a step, and prints when it started and how long it took. */
async function step(name, work) {
  const beganMs = performance.now()
  const at = ((beganMs - startedMs) / 1_000).toFixed(1).padStart(6)
  const result = await work()
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1).padStart(6)
  process.stdout.write(`${at} s  +${seconds} s  ${name}\n`)
  return result
}

function expectText(text, wanted) {
  if (!text.includes(wanted)) throw new Error(`expected ${JSON.stringify(wanted)} in:\n${text.slice(0, 2_000)}`)
}

async function waitFor(what, find) {
  const endMs = performance.now() + READY_MS
  while (performance.now() < endMs) {
    const found = await find()
    if (found) return found
    await delay(50)
  }
  throw new Error(`${what} did not happen`)
}

/** Starts a server and waits until it prints its address. */
async function serve(entry, directory, more = {}) {
  const options = { cwd: folder, env: environment({ ...more, LECTERN_DATA_DIR: directory, LECTERN_PORT: "0" }) }
  const server = spawn(process.execPath, [entry, "serve"], options)
  running.add(server)
  let printed = ""
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (printed += text))
  const address = await waitFor("the start of the server", () => {
    if (server.exitCode !== null) throw new Error(printed)
    return /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(printed)?.[0]
  })
  const stop = async () => {
    server.kill("SIGTERM")
    await waitFor("the stop of the server", () => server.exitCode !== null || server.signalCode !== null)
    running.delete(server)
  }
  return { address, stop }
}

const OPENAPI = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Raft API", version: "1.0.0", description: "Books rafts." },
  paths: { "/rafts/{id}/book": { post: { summary: "Book a raft", responses: { 200: { description: "booked" } } } } },
})
const PAGES = {
  "/guide/":
    "<html><title>Ferry guide</title><main><h1>Ferry guide</h1><p>Ferries leave the harbour every <b>20</b> minutes.</p></main>",
  "/llms.txt": `# Kayak\n\n> How to paddle.\n\n## Docs\n\n- [Paddling](/paddling.md): strokes\n`,
  "/paddling.md": "# Paddling\n\nThe sweep stroke turns a kayak away from the paddle.\n",
  "/openapi.json": OPENAPI,
  "/robots.txt": "",
}
const TYPES = { html: "text/html", json: "application/json", md: "text/markdown", txt: "text/plain" }

/** Starts a site on this machine. */
async function startSite() {
  const site = createServer(({ url: path = "/" }, response) => {
    const text = PAGES[path]
    const type = TYPES[path.split(".")[1] ?? "html"] ?? "text/plain"
    response.writeHead(text === undefined ? 404 : 200, { "content-type": type }).end(text ?? "")
  })
  await new Promise((done) => site.listen(0, "127.0.0.1", done))
  return { address: `http://127.0.0.1:${site.address().port}`, close: () => site.close() }
}

/** Writes a folder and a PDF file on this machine. */
async function writeFiles() {
  mkdirSync(join(folder, "canoes"))
  writeFileSync(join(folder, "canoes/repair.md"), "# Repair\n\nA canoe of birch bark is sealed with warm pitch.\n")
  const pdf = new PdfDocument()
  const file = pdf.pipe(createWriteStream(join(folder, "tides.pdf")))
  pdf.fontSize(24).text("Tides").fontSize(12).text("A spring tide comes after the full moon, when the pull adds up.")
  pdf.end()
  await finished(file)
}

/** Creates a repository that a git daemon on this machine serves. */
async function startRepository() {
  const work = join(folder, "work")
  mkdirSync(work)
  writeFileSync(
    join(work, "README.md"),
    "# Otters\n\nOtters hold hands while they sleep, so that they do not drift apart.\n",
  )
  const env = { ...process.env, GIT_AUTHOR_NAME: "docs", GIT_AUTHOR_EMAIL: "docs@example.com" }
  const git = (...args) =>
    execFileSync("git", args, {
      cwd: work,
      env: { ...env, GIT_COMMITTER_NAME: "docs", GIT_COMMITTER_EMAIL: "docs@example.com" },
    })
  git("init", "-q", "-b", "main")
  git("add", "-A")
  git("commit", "-q", "-m", "docs")
  const bare = join(folder, "git", "sea", "otters.git")
  git("clone", "-q", "--bare", ".", bare)
  execFileSync("git", ["-C", bare, "config", "uploadpack.allowFilter", "true"])
  const host = spawn(process.execPath, [join(root, "scripts/walk-git-host.mjs"), join(folder, "git")])
  running.add(host)
  let printed = ""
  host.stdout.on("data", (text) => (printed += text))
  return waitFor("the start of the git host", () => /http:\/\/\S+/.exec(printed)?.[0])
}

/** Simulates a browser without JavaScript. */
function aBrowser() {
  let cookie = ""
  const keep = (response) => {
    for (const line of response.headers.getSetCookie()) cookie = line.split(";", 1)[0]
    return response
  }
  const submit = async (path, form) => {
    const body = new URLSearchParams(form)
    const headers = { cookie, origin: url }
    const response = keep(await fetch(`${url}${path}`, { method: "POST", body, headers, redirect: "manual" }))
    if (response.status !== 303) return response.text()
    const next = new URL(response.headers.get("location"), `${url}${path}`)
    return (await fetch(next, { headers: { cookie } })).text()
  }
  return { submit, open: async (path) => (await fetch(`${url}${path}`, { headers: { cookie } })).text() }
}

async function askOverMcp(transport) {
  const client = new Client({ name: "walk", version: "1" })
  await client.connect(transport)
  const called = { name: "query-docs", arguments: { libraryId: "/sea/otters", query: "how do otters sleep" } }
  const { content } = await client.callTool(called)
  await client.close()
  expectText(content[0].text, "hold hands")
}

const SLEEP = ["ask", "/sea/otters", "how do otters sleep"]

async function walk() {
  await install()
  let server = await step("lectern serve", () => serve(program, dataDir))
  url = server.address
  await step("ask Lectern's own documentation", async () =>
    expectText(await lectern(["ask", "/lectern/docs", "how do I add a git repository"]), "lectern add"),
  )
  const printed = await step("lectern admin create-key", () =>
    lectern(["admin", "create-key"], { LECTERN_DATA_DIR: dataDir }),
  )
  const asAdmin = { LECTERN_API_KEY: keyIn(printed) }
  const repository = await startRepository()
  await step("add a git repository", () => lectern(["add", `${repository}/sea/otters.git`], asAdmin))
  await step("first answer from a repository of one's own", async () => expectText(await lectern(SLEEP), "hold hands"))
  const firstAnswerSeconds = (performance.now() - startedMs) / 1_000
  await addOtherSources(asAdmin)
  await connectAgents()
  await letSecondUserIn(asAdmin)
  const backup = join(folder, "backup")
  await step("back up while the server runs", () => lectern(["backup", backup, "--data-dir", dataDir]))
  await step("delete a library", () => lectern(["delete", "/sea/otters", "--yes"], asAdmin))
  await step("stop", () => server.stop())
  const restored = join(folder, "restored")
  server = await step("restore the backup and start", async () => {
    await lectern(["restore", backup, "--data-dir", restored])
    cpSync(join(dataDir, "encryption.key"), join(restored, "encryption.key"))
    return await serve(program, restored)
  })
  url = server.address
  await step("the restored instance answers", async () => expectText(await lectern(SLEEP), "hold hands"))
  await server.stop()
  await resistTakeover()
  const older = await olderVersion()
  if (older !== undefined) await upgrade(older, repository)
  const seconds = firstAnswerSeconds.toFixed(1)
  process.stdout.write(`\nfrom nothing to a first answer from a repository of one's own: ${seconds} s\n`)
}

function keyIn(text) {
  const key = /lectern_[\w-]{20,}/.exec(text)?.[0]
  if (key === undefined) throw new Error(`no key in:\n${text.slice(0, 2_000)}`)
  return key
}

async function install() {
  const pack = ["pack", "-w", "lectern", "-w", "lectern-mcp", "--pack-destination", folder, "--loglevel=error"]
  await step("pack lectern and lectern-mcp", () => run("npm", pack, { cwd: root }))
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  writeFileSync(join(folder, "package.json"), '{ "private": true }')
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  await step("npm install, empty cache (the file of better-sqlite3 is copied, not downloaded)", async () => {
    await run("npm", [...args, ...tarballs.map((name) => `./${name}`)], { cwd: folder, env: environment() })
    cpSync(join(root, NATIVE_FILE), join(folder, NATIVE_FILE))
  })
}

async function addOtherSources(asAdmin) {
  const site = await startSite()
  await writeFiles()
  writeFileSync(join(folder, "rafts.json"), OPENAPI.replace("Raft API", "Rafts of the lake"))
  for (const { what, args, question, answer } of [
    {
      what: "a website",
      args: [`${site.address}/guide/`, "--kind", "website"],
      question: "when do ferries leave",
      answer: "every",
    },
    { what: "an llms.txt", args: [`${site.address}/llms.txt`], question: "turn a kayak", answer: "sweep stroke" },
    {
      what: "an OpenAPI address",
      args: [`${site.address}/openapi.json`],
      question: "book a raft",
      answer: "Book a raft",
    },
    { what: "an OpenAPI file", args: ["./rafts.json"], question: "book a raft", answer: "Book a raft" },
    { what: "a folder", args: ["./canoes"], question: "how is a canoe sealed", answer: "warm pitch" },
    { what: "a PDF file", args: ["./tides.pdf"], question: "when does a spring tide come", answer: "full moon" },
  ]) {
    const printed = await step(`add ${what}`, () =>
      run(process.execPath, [program, "add", ...args, "--json"], { cwd: folder, env: environment(asAdmin) }),
    )
    const { libraryName } = JSON.parse(printed.stdout)
    await step(`ask ${libraryName}`, async () => expectText(await lectern(["ask", libraryName, question]), answer))
  }
  site.close()
}

async function connectAgents() {
  await step("lectern setup claude cursor", async () =>
    expectText(await lectern(["setup", "claude", "cursor", "--yes"]), "connected: "),
  )
  await step("an MCP client over HTTP asks", () => askOverMcp(new StreamableHTTPClientTransport(new URL(`${url}/mcp`))))
  const stdio = [join(folder, "node_modules/.bin/lectern-mcp"), "--url", url]
  await step("an MCP client over stdio asks", () =>
    askOverMcp(new StdioClientTransport({ command: process.execPath, args: stdio, env: environment() })),
  )
}

async function letSecondUserIn(asAdmin) {
  const invited = await step("invite a second user", () =>
    lectern(["invitations", "create", "ben@example.com"], asAdmin),
  )
  const token = /invite_[\w-]+/.exec(invited)?.[0] ?? ""
  const browser = aBrowser()
  await step("the second user accepts in a browser", async () => {
    expectText(await browser.open("/invitation"), "invitation")
    const form = { token, name: "ben", password: PASSWORD }
    expectText(await browser.submit("/account/accept-invitation", form), "Signed in as ben with the role member")
  })
  const made = await step("the second user makes a key", () => browser.submit("/account/keys", { name: "laptop" }))
  await step("the second user asks with it", async () => {
    const asBen = { LECTERN_API_KEY: keyIn(made) }
    expectText(await lectern(["keys", "list"], asBen), "laptop")
    expectText(await lectern(SLEEP, asBen), "hold hands")
  })
  await step("the second user signs in on the command line", () => signInOnCommandLine(browser))
  await step("lectern keys list uses the stored key", async () => expectText(await lectern(["keys", "list"]), "laptop"))
}

async function signInOnCommandLine(browser) {
  const login = spawn(process.execPath, [program, "login", url], { cwd: folder, env: environment() })
  running.add(login)
  let printed = ""
  for (const stream of [login.stdout, login.stderr]) stream.on("data", (text) => (printed += text))
  const code = await waitFor("the code", () => /code=([A-Z]{4}-[A-Z]{4})/.exec(printed)?.[1])
  expectText(await browser.submit("/account/device", { userCode: code }), "Signed in")
  await waitFor("the end of the sign-in", () => login.exitCode !== null)
  running.delete(login)
  expectText(printed, "signed in to")
}

/** Checks a fresh instance that listens on all addresses of the machine. */
async function resistTakeover() {
  const onAll = { LECTERN_HOST: "0.0.0.0" }
  await step("a server without a password refuses to listen on all addresses", async () => {
    const server = await serve(program, join(folder, "open-data"), onAll).catch((error) => error)
    if (!(server instanceof Error)) throw new Error("it listens")
    expectText(server.message, "LECTERN_ADMIN_PASSWORD")
  })
  const network = addressOnNetwork()
  if (network === undefined)
    return void process.stdout.write("no takeover from the network: this machine has no address\n")
  const server = await serve(program, join(folder, "open-data"), { ...onAll, LECTERN_ADMIN_PASSWORD: PASSWORD })
  await step("somebody on the network cannot add, change or administer anything", async () => {
    const succeeded = await tryTakeover(server.address.replace(/\/\/[^:]+/, `//${network}`))
    if (succeeded.length > 0) throw new Error(`not refused: ${succeeded.join(", ")}`)
  })
  await server.stop()
}

/** Returns the folder of a built older version; undefined if that part of the walk is skipped. */
async function olderVersion() {
  if (flags.previous !== undefined) return resolve(flags.previous)
  if (flags.from === "none") return undefined
  const clone = join(folder, "older")
  await step(`build the older version (${flags.from})`, () => buildOlderVersion(flags.from, clone))
  return clone
}

/** Checks data of an older version: that version creates and fills it, and this one opens it. */
async function upgrade(clone, repository) {
  const entry = ["packages/server/bin/lectern.mjs", "server/bin/lectern.mjs"]
    .map((path) => join(clone, path))
    .find(existsSync)
  if (entry === undefined) throw new Error(`${clone} is no clone of Lectern`)
  const oldData = join(folder, "old-data")
  const bootstrap = {
    LECTERN_BOOTSTRAP_KEY: "lectern_a-key-of-the-older-version-with-32-characters",
    LECTERN_ADMIN_PASSWORD: PASSWORD,
  }
  const old = await step("start the older version", () => serve(entry, oldData, bootstrap))
  url = old.address
  await step("add a repository to it", () =>
    lectern(["add", `${repository}/sea/otters.git`], { LECTERN_API_KEY: bootstrap.LECTERN_BOOTSTRAP_KEY }),
  )
  await old.stop()
  cpSync(oldData, join(folder, "old-backup"), { recursive: true })
  const upgraded = await step("start this version on its data", () => serve(program, oldData))
  url = upgraded.address
  await step("the upgraded instance answers", async () => expectText(await lectern(SLEEP), "hold hands"))
  await upgraded.stop()
  const back = await step("roll back: start the older version on its backup", () =>
    serve(entry, join(folder, "old-backup"), bootstrap),
  )
  url = back.address
  await step("the older version answers", async () => expectText(await lectern(SLEEP), "hold hands"))
  await back.stop()
}

try {
  await walk()
} catch (error) {
  process.stderr.write(`the walk failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  for (const child of running) child.kill("SIGTERM")
  if (flags.keep) process.stdout.write(`kept: ${folder}\n`)
  else rmSync(folder, { recursive: true, force: true })
}
