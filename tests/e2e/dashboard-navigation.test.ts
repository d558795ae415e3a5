import type { Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, startDashboard } from "./dashboard-browser.ts"

const aLibrary = (project: string, title: string) =>
  ({
    project,
    title,
    description: title,
    infoSnippets: [{ id: `https://otter.example${project}`, content: title, breadcrumb: title, pageTitle: title }],
  }) as never

describe.runIf(hasBrowser)("finding the way in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
    await dashboard.lectern.client.importLibraries([aLibrary("/crew/otter", "Otter"), aLibrary("/crew/jib", "Jib")])
  }, 120_000)
  afterAll(() => dashboard.close())

  const pathOf = (page: Page) => new URL(page.url()).pathname

  /** Holds back the searches for a text until the returned function is called. */
  async function hold(page: Page, text: string): Promise<() => void> {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/libs/search?*libraryName=${text}*`, async (route: Route) => {
      await released
      await route.continue()
    })
    return () => release()
  }

  describe("with the keyboard", () => {
    async function openFinder() {
      const opened = await dashboard.openSignedIn("/")
      await opened.page.getByRole("heading", { level: 1 }).waitFor()
      await opened.page.keyboard.press("Control+k")
      const field = opened.page.getByRole("combobox", { name: "Search libraries and pages" })
      await field.waitFor()
      return { ...opened, field }
    }

    it("selects the first hit again when the text changes", async () => {
      const { page, field, context } = await openFinder()
      await field.press("ArrowDown")
      await field.press("ArrowDown")

      await field.fill("e")
      await page.getByRole("option", { name: "Health" }).waitFor()

      expect(await page.getByRole("option").first().getAttribute("aria-selected")).toBe("true")
      await context.close()
    })

    it("opens a hit of the text that is typed, not of an older one", async () => {
      const { page, field, context } = await openFinder()
      await field.fill("otter")
      await page.getByRole("option", { name: /crew\/otter/ }).waitFor()
      const release = await hold(page, "jib")

      await field.fill("jib")
      await field.press("Enter")
      expect(pathOf(page)).toBe("/")
      release()

      await page.getByRole("heading", { name: "Jib", level: 1 }).waitFor()
      await context.close()
    })

    it("opens the hit that was chosen, although others arrive", async () => {
      const { page, field, context } = await openFinder()
      const release = await hold(page, "connect")
      await field.fill("connect")
      await field.press("ArrowDown")
      const chosen = page.getByRole("option", { selected: true })
      await chosen.filter({ hasText: "Connections" }).waitFor()
      release()
      await page.waitForLoadState("networkidle")

      await field.press("Enter")

      await page.waitForURL("**/admin/connections")
      await context.close()
    })
  })
})
