import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, inspectPage, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitän".slice(0, 40)
const LONG_TITLE = `${LONG_WORD} ${"handbook of the harbour crew and its otters ".repeat(3)}`.slice(0, 120)
const RIGHT_TO_LEFT = "دليل ثعالب الماء في الميناء"
const ARABIC_TEXT = `${RIGHT_TO_LEFT} otters\n\n- ${RIGHT_TO_LEFT}\n  - [${RIGHT_TO_LEFT}](https://otter.example)`
const LONG = "/crew/long-title"
const ARABIC = "/crew/arabic"

/** Elements with truncated text that no title shows in full, or whose text overflows into another element. */
const FIND_CUT = `[...document.querySelectorAll("main *, header *")].flatMap((element) => {
  const style = getComputedStyle(element)
  const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")
  if (!ownText || style.display === "inline" || element.closest(".sr-only") !== null) return []
  const isCut = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1
  const isScrolled = /auto|scroll/.test(style.overflowX)
  const isTold = element.closest("[title]") !== null
  const isOutside = style.overflowX === "visible" && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
  return (isCut && !isScrolled && !isTold) || isOutside ? [element.outerHTML.slice(0, 200)] : []
})`
/** Sum of layout shifts that no input caused, as browsers report it. */
const NOTE_SHIFTS = `globalThis.shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
}).observe({ type: "layout-shift", buffered: true })`
/** A page that moves less than this is good by the Core Web Vitals. */
const MAX_SHIFT = 0.1

describe.runIf(hasBrowser)("the dashboard with extreme values", { timeout: 240_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { client } = dashboard.lectern
    const snippet = (project: string, content: string, pageTitle: string) => ({
      id: `https://otter.example${project}/${LONG_WORD}`,
      content,
      breadcrumb: `${pageTitle} > ${LONG_WORD}`,
      pageTitle,
    })
    await client.importLibraries([
      { project: LONG, title: LONG_TITLE, infoSnippets: [snippet(LONG, `Otters ${LONG_WORD}.`, LONG_TITLE)] },
      {
        project: ARABIC,
        title: RIGHT_TO_LEFT,
        infoSnippets: [snippet(ARABIC, ARABIC_TEXT, RIGHT_TO_LEFT)],
      },
    ] as never)
    for (const id of [LONG, ARABIC]) {
      await waitFor(id, () =>
        client.getLibrary(id).then(
          ({ state }) => state === "finalized" || undefined,
          () => undefined,
        ),
      )
    }
  }, 120_000)
  afterAll(() => dashboard.close())

  /** Replaces the counts that the server returns. */
  async function returnCounts(page: Page, count: number): Promise<void> {
    await page.route("**/api/v2/libs**", async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      const changed = text.replaceAll(/"(total\w+|stars|\w*Count)":-?\d+/g, `"$1":${count}`)
      await route.fulfill({ response, body: changed })
    })
  }

  it.each([
    ["light", 1280, 1_000_000],
    ["dark", 380, 1_000_000],
    ["light", 380, 0],
  ] as const)("cuts nothing, %s at %i px with counts of %i", async (theme, width, count) => {
    const { page, errors } = await dashboard.openSignedIn("/start", { theme, width })
    await page.addInitScript(NOTE_SHIFTS)
    await returnCounts(page, count)
    const tabs = ["files", "versions", "usage", "quality", "settings"].map((tab) => `/libraries${LONG}?tab=${tab}`)
    const answers = [LONG, ARABIC].map((id) => `/libraries${id}?q=otters`)
    for (const path of ["/", "/libraries", ...answers, ...tabs, "/jobs", "/admin/schedules"]) {
      await page.goto(dashboard.lectern.url + path, { waitUntil: "networkidle" })
      const shift = await page.evaluate<number>("globalThis.shift")
      expect({
        path,
        ...(await inspectPage(page)),
        cut: await page.evaluate<readonly string[]>(FIND_CUT),
        isStill: shift <= MAX_SHIFT ? true : shift,
      }).toEqual({ path, findings: [], overflow: 0, cut: [], isStill: true })
    }
    expect(errors).toEqual([])
  })

  it("writes right-to-left titles from the right", async () => {
    const { page } = await dashboard.openSignedIn(`/libraries${ARABIC}`)
    const heading = page.getByRole("heading", { level: 1 })
    await heading.getByText(RIGHT_TO_LEFT).waitFor()

    const direction = await page.evaluate<string>("getComputedStyle(document.querySelector('h1 bdi')).direction")
    expect(direction).toBe("rtl")
  })

  it("writes right-to-left snippets from the right, with their lists", async () => {
    const { page } = await dashboard.openSignedIn(`/libraries${ARABIC}?q=otters`)
    await page.locator("article").first().waitFor()

    const directions = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('article h3, article p, article ul')].map((each) => getComputedStyle(each).direction)",
    )
    expect(directions.length).toBeGreaterThanOrEqual(4)
    expect(new Set(directions)).toEqual(new Set(["rtl"]))
    expect(await page.locator("article ul ul").getByText("(https://otter.example)").count()).toBe(1)
  })
})
