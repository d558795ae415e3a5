import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { vi } from "vitest"
import { startBrowser } from "../../scripts/browser.mjs"
import { startGitHost } from "../requirements/git-host.ts"
import { freshInstance, type RunningLectern, startLectern } from "./running-lectern.ts"

/** Password of every account in these tests. */
export const PASSWORD = "correct horse battery staple"

export { hasBrowser } from "../../scripts/browser.mjs"

/** Less than half as long as `axe.source`, so that a page that loads it is ready sooner. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Runs in the browser, after axe has been loaded there. */
const FIND_VIOLATIONS = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`

/** Runs in the browser. Placeholders fade forever, so it waits only for animations that end. */
const FINISH_ANIMATIONS = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {})))`

export interface Look {
  readonly theme?: "light" | "dark"
  readonly width?: number
  /** False for a browser without JavaScript. */
  readonly hasScripts?: boolean
}

/** A page of the dashboard in a separate browser profile. */
export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of scripts, and violations of the Content-Security-Policy. */
  readonly errors: readonly string[]
}

/** A running server with a browser. */
export interface DashboardUnderTest {
  readonly lectern: RunningLectern
  openPage(look?: Look): Promise<OpenPage>
  /** Opens a page as a signed-in user. */
  openSignedIn(path: string, look?: Look & { readonly name?: string }): Promise<OpenPage>
  close(): Promise<void>
}

/**
 * The look of pages unless a test sets another one: `light-1280`, or the value of `DASHBOARD_LOOK`, such as `dark-380`.
 */
const USUAL = lookOf(process.env["DASHBOARD_LOOK"] ?? "light-1280")

function lookOf(text: string) {
  const [, theme, width] = /^(light|dark)-(\d+)$/.exec(text) ?? []
  if (theme === undefined) throw new Error(`DASHBOARD_LOOK: must be like dark-380, not ${text}`)
  return { theme: theme === "dark" ? "dark" : "light", width: Number(width) } as const
}

/** Starts the built server and a browser. */
export async function startDashboard(environment: Readonly<Record<string, string>> = {}): Promise<DashboardUnderTest> {
  const instance = freshInstance()
  const lectern = await startLectern({ ...instance, environment: { LECTERN_RATE_LIMITS: "off", ...environment } })
  const browser: Browser = await startBrowser()
  async function openPage({
    theme = USUAL.theme,
    width = USUAL.width,
    hasScripts = true,
  }: Look = {}): Promise<OpenPage> {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height: 800 },
      javaScriptEnabled: hasScripts,
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(message.text())
    })
    return { page, context, errors }
  }
  return {
    lectern,
    openPage,
    async openSignedIn(path, { name = "admin", ...look } = {}) {
      const opened = await openPage(look)
      const signedIn = await opened.context.request.post(`${lectern.url}/api/auth/sign-in`, {
        data: { name, password: PASSWORD },
        headers: { origin: lectern.url },
      })
      if (!signedIn.ok()) throw new Error(`${name} could not sign in: ${await signedIn.text()}`)
      await opened.page.goto(lectern.url + path)
      return opened
    },
    async close() {
      await browser.close()
      await lectern.stop()
      instance.remove()
    },
  }
}

/** Below this width, the main navigation is behind a button. */
const MENU_BELOW = 768

/** Returns a link of the main navigation, which has to be opened first on a small screen. */
export async function mainLink(page: Page, name: string): Promise<Locator> {
  const isSmall = (page.viewportSize()?.width ?? 0) < MENU_BELOW
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name })
  // The menu closes when another page appears, so if it was opened too early, it has to be opened again.
  await vi.waitUntil(async () => {
    if (isSmall && !(await link.isVisible())) await page.getByRole("button", { name: "Open menu" }).click()
    return await link.isVisible()
  }, 15_000)
  return link
}

/** Waits until a page shows its content instead of placeholders. */
export async function settle(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor()
  // The page of components always shows placeholders.
  if (new URL(page.url()).pathname === "/components") return
  await page.locator("main .animate-fade").first().waitFor({ state: "detached" })
}

/** Checks a page with axe. @returns findings, and the number of pixels by which it is wider than the window. */
export async function inspectPage(
  page: Page,
): Promise<{ readonly findings: readonly string[]; readonly overflow: number }> {
  // Evaluated through the browser's protocol, because an inline script would violate the page's policy.
  if (!(await page.evaluate<boolean>("globalThis.axe !== undefined"))) await page.evaluate(AXE)
  const findings = await page.evaluate<readonly string[]>(FIND_VIOLATIONS)
  const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")
  return { findings, overflow: Math.max(0, overflow) }
}

/** Colours depend on the theme, and layouts on the width, so two looks cover what four would. */
const LOOKS = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 380 },
] as const

/**
 * Checks a page with axe in both themes, once wide and once narrow. @returns findings and overflow, by theme and width.
 */
export async function inspectLooks(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize()
  const found = await inspectAndLeave(page)
  if (before !== null) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: "light" })
  return found
}

/** The same as `inspectLooks`, but starts with the width that the page has and leaves the other one, because each change takes a while. */
export async function inspectAndLeave(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const isNarrow = page.viewportSize()?.width === LOOKS[1].width
  for (const { theme, width } of isNarrow ? LOOKS.toReversed() : LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: theme })
    // The page follows the theme in its next frame, and colours would otherwise be measured while they fade.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await page.evaluate(FINISH_ANIMATIONS)
    const { findings, overflow } = await inspectPage(page)
    found.push(...findings.map((finding) => `${theme} ${width}: ${finding}`))
    if (overflow > 0) found.push(`${theme} ${width}: ${overflow} pixels wider than the window`)
  }
  return found
}

/** A running server, a browser, and a git host with one repository. */
export interface DashboardWithRepository {
  readonly dashboard: DashboardUnderTest
  /** URL of a repository with one page titled `Crew`, with the path `/crew/docs.git`. */
  readonly repositoryUrl: string
  close(): Promise<void>
}

/** Starts the built server, a browser and a git host that serves `/crew/docs.git`. */
export async function startDashboardWithRepository(): Promise<DashboardWithRepository> {
  const host = await startGitHost()
  await host.commit("crew/docs", { "README.md": "# Crew\n\nThe crew feeds the otters at dawn.\n" })
  const dashboard = await startDashboard()
  return {
    dashboard,
    repositoryUrl: `${host.url}/crew/docs.git`,
    async close() {
      await dashboard.close()
      await host.close()
    },
  }
}
