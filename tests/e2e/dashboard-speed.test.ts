import type { BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

/** The reader's CPU may be this many times slower than the CPU that runs the test. */
const SLOWDOWN = 4
const MAX_INTERACTIVE_MS = 1_000
/** The first loads also warm up the browser and the server. */
const LOADS = 5

/**
 * Runs before the page loads. Records when the page is interactive: its navigation and first heading are present, and the main
 * thread has drawn a frame and run a task after it.
 */
const NOTE_INTERACTIVE = `(() => {
  const isThere = () => document.querySelector("nav a") !== null && document.querySelector("main h1, main h2") !== null
  const look = () => {
    if (!isThere()) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => { globalThis.interactiveAtMs = performance.now() }, 0))
  }
  requestAnimationFrame(look)
})()`

interface Load {
  /** CPU time of the page's main thread. */
  readonly cpuMs: number
  /** Elapsed time, which also depends on other processes on the machine. */
  readonly clockMs: number
}

describe.runIf(hasBrowser)("the first load of the dashboard", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
  }, 120_000)
  afterAll(() => dashboard.close())

  /** Loads the start page with an empty cache, until it is interactive. */
  async function load(context: BrowserContext): Promise<Load> {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Network.setCacheDisabled", { cacheDisabled: true })
    await session.send("Performance.enable", { timeDomain: "threadTicks" })
    await page.addInitScript(NOTE_INTERACTIVE)
    await page.goto(dashboard.lectern.url)
    // Not waitForFunction: it evaluates in the page, where the Content-Security-Policy forbids that.
    const clockMs = await waitFor("the page to become interactive", () =>
      page.evaluate<number | undefined>("globalThis.interactiveAtMs"),
    )
    const { metrics } = await session.send("Performance.getMetrics")
    const cpuMs = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000
    // Confirms the measurement: the page responds to a key.
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search libraries and pages" }).waitFor()
    await page.close()
    return { cpuMs, clockMs }
  }

  it(`is interactive within ${MAX_INTERACTIVE_MS} ms of CPU time on a CPU that is ${SLOWDOWN} times slower`, async () => {
    const { context } = await dashboard.openPage()
    const loads: Load[] = []
    while (loads.length < LOADS) loads.push(await load(context))
    const shown = loads.map(({ cpuMs, clockMs }) => `${Math.round(cpuMs)} (${Math.round(clockMs)})`)
    console.info(`CPU time (elapsed time) in ms until interactive: ${shown.join(", ")}`)

    // Other processes can only increase the CPU time, because they evict cache lines. The lowest value is the most accurate.
    const best = Math.min(...loads.map(({ cpuMs }) => cpuMs))
    expect(best).toBeGreaterThan(0)
    expect(best * SLOWDOWN).toBeLessThanOrEqual(MAX_INTERACTIVE_MS)
  })
})
