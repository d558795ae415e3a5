// npm run screenshots: takes screenshots of every page and state in both themes, narrow and wide, in the ignored folder
// screenshots/. Arguments are parts of page names, and looks such as light-1280; without them, all are taken. The width
// 2560 must be named explicitly.
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startBrowser } from "./browser.mjs"
import { root } from "./prepare.mjs"
import { FLOWS } from "./screenshot-flows.mjs"
import { LONG_LIBRARY, STATES } from "./screenshot-states.mjs"

const PASSWORD = "correct horse battery staple"
const KEY = "lectern_screenshots_0123456789abcdef0123456789abcdef"
const SAMPLE = "/lectern/docs"
const PAGES = {
  home: "/",
  "sign-in": "/sign-in",
  libraries: "/libraries",
  library: `/libraries${SAMPLE}`,
  answer: `/libraries${SAMPLE}?q=how+do+I+add+a+repository`,
  "answer-json": `/libraries${SAMPLE}?q=how+do+I+add+a+repository&view=json`,
  snippets: `/libraries${SAMPLE}?tab=snippets`,
  "snippets-of-page": `/libraries${SAMPLE}?tab=snippets&page=quick-start.md`,
  "snippets-found": `/libraries${SAMPLE}?tab=snippets&find=token+budget`,
  files: `/libraries${SAMPLE}?tab=files`,
  versions: `/libraries${SAMPLE}?tab=versions`,
  usage: `/libraries${SAMPLE}?tab=usage`,
  quality: `/libraries${SAMPLE}?tab=quality`,
  "library-settings": `/libraries${SAMPLE}?tab=settings`,
  "answer-explained": `/libraries${SAMPLE}?q=how+do+I+add+a+repository&view=explain`,
  "answers-compared": `/libraries${SAMPLE}?q=how+do+I+add+a+repository&compare=${SAMPLE}`,
  "library-missing": "/libraries/nobody/nothing",
  add: "/add",
  start: "/start",
  jobs: "/jobs",
  connect: "/connect",
  account: "/settings",
  "plain-account": "/account",
  "plain-documentation": "/docs/",
  components: "/components",
  ...Object.fromEntries(
    [
      ["team", "users", "projects", "policies", "access", "anonymous", "connections", "webhooks"],
      ["usage", "schedules", "audit", "models", "health", "backups", "config", "settings"],
    ]
      .flat()
      .map((section) => [`admin-${section}`, `/admin/${section}`]),
  ),
  "not-found": "/libraries/x",
}
/** Timeout for pages that never become idle, such as pages whose requests are held. */
const SETTLED_MS = 6_000
const folder = join(root, "screenshots")
const LOOKS = [
  ["light", 1280],
  ["dark", 1280],
  ["light", 380],
  ["dark", 380],
]
/** Looks that are taken only if they are named. */
const OTHER_LOOKS = [
  ["light", 2560],
  ["dark", 2560],
]

/** Starts a server with a new data directory. @returns its address, and a function that stops it. */
async function startServer(settings = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "lectern-screenshots-"))
  const { PATH, HOME } = process.env
  const ownSettings = {
    LECTERN_PORT: "0",
    LECTERN_DATA_DIR: dataDir,
    LECTERN_ADMIN_PASSWORD: PASSWORD,
    LECTERN_BOOTSTRAP_KEY: KEY,
  }
  const child = spawn(process.execPath, [join(root, "packages/server/bin/lectern.mjs"), "serve"], {
    env: { PATH, HOME, LECTERN_LOG_LEVEL: "warn", LECTERN_RATE_LIMITS: "off", ...ownSettings, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const url = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (address) resolve(address)
    })
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGTERM")
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}

async function waitForSample(url) {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const response = await fetch(`${url}/api/v2/libs${SAMPLE}`).catch(() => undefined)
    if (response?.ok && (await response.json()).state === "finalized") return
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** Creates some of everything that the administration shows. */
async function fillInstance(url) {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" }
  const post = async (path, body) => {
    const response = await fetch(`${url}/api/v2${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    if (!response.ok) console.error(`${path}: ${response.status} ${await response.text()}`)
  }
  await post("/admin/users", { name: "ada", password: PASSWORD, role: "member", email: "ada@example.com" })
  await post("/admin/users", { name: "grace", password: PASSWORD, role: "admin" })
  await post("/teamspaces/main/projects", { name: "Internal handbooks" })
  await post("/teamspaces/main/invitations", { label: "Linus, documentation team", role: "developer" })
  await post("/connections", { kind: "git", siteUrl: "https://gitlab.example.com", token: "glpat-example" })
  const wiki = { kind: "wiki", siteUrl: "https://example.atlassian.net", accountName: "ada@example.com" }
  await post("/connections", { ...wiki, token: "example" })
  await post("/webhooks", {
    url: "https://events.example.com/lectern",
    description: "Chat",
    events: ["library.failed"],
  })
  const rules = { set: [{ prefix: "/acme/secret-*", access: "chosen", users: ["ada"], groups: ["platform"] }] }
  await fetch(`${url}/api/v2/admin/access-rules`, { method: "PATCH", headers, body: JSON.stringify(rules) })
  const old = { ...LONG_LIBRARY, project: "/crew/old-name", title: "Crew", description: "The crew." }
  await post("/import-libraries", { libraries: [LONG_LIBRARY, old] })
  await post("/add/repo/git", { docsRepoUrl: "https://github.com/example/private-repository" })
  await new Promise((done) => setTimeout(done, 3_000))
  await post("/libs/crew/old-name/move", { id: "/crew/new-name" })
  for (const query of ["add a repository", "how do I install", "webhooks", "backup"]) {
    await fetch(`${url}/api/v2/context?${new URLSearchParams({ libraryId: SAMPLE, query })}`)
  }
}

const isLook = (word) => /^(?:light|dark)-\d+$/.test(word)
const wanted = process.argv.slice(2).filter((word) => !isLook(word))
const wantedLooks = process.argv.slice(2).filter(isLook)
const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part))
const chosenLooks =
  wantedLooks.length === 0
    ? LOOKS
    : [...LOOKS, ...OTHER_LOOKS].filter(([theme, width]) => wantedLooks.includes(`${theme}-${width}`))

async function openContext(browser, [theme, width]) {
  return browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } })
}

async function signIn(context, url) {
  await context.request.post(`${url}/api/auth/sign-in`, {
    data: { name: "admin", password: PASSWORD },
    headers: { origin: url },
  })
}

async function openPage(context) {
  const page = await context.newPage()
  page.on("pageerror", (error) => console.error(`${page.url()}: ${error.message}`))
  return page
}

/** Takes a picture of a state. If an action fails, prints the error and takes the picture anyway. */
async function take(page, [theme, width], name, act) {
  try {
    await act?.(page)
  } catch (error) {
    console.error(`${name}: ${error.message.split("\n")[0]}`)
  }
  // Dialogs are positioned in the window instead of the page.
  const fullPage = (await page.getByRole("dialog").count()) === 0
  await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage })
}

async function takePages(browser) {
  const pages = Object.fromEntries(Object.entries(PAGES).map(([name, path]) => [name, { path }]))
  const states = Object.entries({ ...pages, ...STATES }).filter(([name]) => isWanted(name))
  if (states.length === 0) return
  const backups = mkdtempSync(join(tmpdir(), "lectern-backups-"))
  const { url, stop } = await startServer({ LECTERN_BACKUP_TO: backups })
  try {
    await waitForSample(url)
    await fillInstance(url)
    for (const look of chosenLooks) {
      const context = await openContext(browser, look)
      await signIn(context, url)
      const page = await openPage(context)
      for (const [name, { path, prepare, act }] of states) {
        await prepare?.(page)
        await page.goto(url + path, { waitUntil: "networkidle", timeout: SETTLED_MS }).catch(() => undefined)
        await take(page, look, name, act)
        await page.unrouteAll({ behavior: "ignoreErrors" })
      }
      await context.close()
    }
  } finally {
    await stop()
    rmSync(backups, { recursive: true, force: true })
  }
}

/** Starts a new server for each look, because sign-ups per address are limited, and a new browser profile for each picture. */
async function takeFlow(browser, { settings, isAdmin = false, close, pictures }) {
  const names = Object.keys(pictures).filter(isWanted)
  if (names.length === 0) return
  for (const look of chosenLooks) {
    const { url, stop } = await startServer(await settings())
    try {
      for (const name of names) {
        const context = await openContext(browser, look)
        if (isAdmin) await signIn(context, url)
        const act = (page) => pictures[name](page, url, (body) => askConsent(url, body))
        await take(await openPage(context), look, name, act)
        await context.close()
      }
    } finally {
      await stop()
      await close?.()
    }
  }
}

/** Starts a consent with the admin's key, as a script does. @returns the address to open in a browser. */
async function askConsent(url, body) {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" }
  const begun = await fetch(`${url}/api/v2/connections/consent`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  })
  return (await begun.json()).url
}

const browser = await startBrowser()
try {
  mkdirSync(folder, { recursive: true })
  await takePages(browser)
  for (const flow of FLOWS) await takeFlow(browser, flow)
} finally {
  await browser.close()
}
