import type { BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

/** The processor of a reader is this much slower than the one of the test. */
const SLOWDOWN = 4
const MAX_INTERACTIVE_MS = 1_000
/** The first loads also warm up the browser and the server. */
const LOADS = 5

/**
 * Runs before the page: notes when its navigation and its list of libraries are there and the thread is free to answer a
 * key, which is when it has drawn a frame and run a task after that.
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
  /** Time that the processor spent on the page, in its main thread. */
  readonly processorMs: number
  /** Time on the clock, which also contains what others do on the machine. */
  readonly clockMs: number
}

describe.runIf(hasBrowser)("the first load of the dashboard", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
  }, 120_000)
  afterAll(() => dashboard.close())

  /** Loads the start page with an empty cache, until it answers. */
  async function load(context: BrowserContext): Promise<Load> {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Network.setCacheDisabled", { cacheDisabled: true })
    await session.send("Performance.enable", { timeDomain: "threadTicks" })
    await page.addInitScript(NOTE_INTERACTIVE)
    await page.goto(dashboard.lectern.url)
    // Not waitForFunction: it evaluates in the page, where the Content-Security-Policy forbids that.
    const clockMs = await waitFor("the page to answer", () =>
      page.evaluate<number | undefined>("globalThis.interactiveAtMs"),
    )
    const { metrics } = await session.send("Performance.getMetrics")
    const processorMs = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000
    // What was measured is true: a key is answered.
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search libraries and pages" }).waitFor()
    await page.close()
    return { processorMs, clockMs }
  }

  it(`takes ${MAX_INTERACTIVE_MS} ms of a processor that is ${SLOWDOWN} times slower until it is interactive`, async () => {
    const { context } = await dashboard.openPage()
    const loads: Load[] = []
    while (loads.length < LOADS) loads.push(await load(context))
    const shown = loads.map(({ processorMs, clockMs }) => `${Math.round(processorMs)} (${Math.round(clockMs)})`)
    console.info(`milliseconds of the processor (and of the clock) until interactive: ${shown.join(", ")}`)

    // Other work on the machine can only add to the time of the processor, through its caches.
    const best = Math.min(...loads.map(({ processorMs }) => processorMs))
    expect(best).toBeGreaterThan(0)
    expect(best * SLOWDOWN).toBeLessThanOrEqual(MAX_INTERACTIVE_MS)
  })
})
