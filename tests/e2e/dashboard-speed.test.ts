import type { BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

const CPU_SLOWDOWN = 4
const MAX_INTERACTIVE_MS = 1_000
/** However busy the machine is, a load that takes more than twice the limit fails. */
const MIN_SHARE = 0.5
/** How long the share of a processor is measured before each load. */
const SHARE_MEASURED_MS = 200
/** The fastest load counts: whatever else the machine does only makes loads slower. */
const MAX_LOADS = 12

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

/**
 * Measures how much of a processor a busy program gets at the moment: 1 on an idle machine. Tests of others on the same
 * machine would otherwise decide about the result.
 */
function processorShare(): number {
  const startedMs = performance.now()
  const before = process.cpuUsage()
  let usedMs = 0
  while (performance.now() - startedMs < SHARE_MEASURED_MS) {
    const { user, system } = process.cpuUsage(before)
    usedMs = (user + system) / 1_000
  }
  return Math.min(1, Math.max(MIN_SHARE, usedMs / SHARE_MEASURED_MS))
}

describe.runIf(hasBrowser)("the first load of the dashboard", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
  }, 120_000)
  afterAll(() => dashboard.close())

  /** Loads the start page with an empty cache. @returns milliseconds until it answers. */
  async function load(context: BrowserContext): Promise<number> {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Network.setCacheDisabled", { cacheDisabled: true })
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN })
    await page.addInitScript(NOTE_INTERACTIVE)
    await page.goto(dashboard.lectern.url)
    // Not waitForFunction: it evaluates in the page, where the Content-Security-Policy forbids that.
    const interactiveMs = await waitFor("the page to answer", () =>
      page.evaluate<number | undefined>("globalThis.interactiveAtMs"),
    )
    // What was measured is true: a key is answered.
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search libraries and pages" }).waitFor()
    await page.close()
    return interactiveMs
  }

  it(`is interactive within ${MAX_INTERACTIVE_MS} ms on a processor that is ${CPU_SLOWDOWN} times slower`, async () => {
    const { context } = await dashboard.openPage()
    const loads: { readonly ms: number; readonly share: number }[] = []
    const best = () => Math.min(...loads.map(({ ms, share }) => ms * share), Infinity)
    while (loads.length < MAX_LOADS && best() > MAX_INTERACTIVE_MS) {
      const share = processorShare()
      loads.push({ ms: await load(context), share })
    }
    const shown = loads.map(({ ms, share }) => `${Math.round(ms)} ms with ${Math.round(share * 100)} % of a processor`)
    console.info(`interactive after ${shown.join(", ")}`)

    expect(best()).toBeLessThanOrEqual(MAX_INTERACTIVE_MS)
  })
})
