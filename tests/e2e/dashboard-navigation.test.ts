import type { Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, PASSWORD, startDashboard } from "./dashboard-browser.ts"

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
    const gulls = Array.from({ length: 10 }, (_, at) => aLibrary(`/gull/number${at}`, `Gull ${at}`))
    await dashboard.lectern.client.importLibraries([
      aLibrary("/crew/otter", "Otter"),
      aLibrary("/crew/jib", "Jib"),
      ...gulls,
    ])
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

  describe("with addresses", () => {
    it("shows the first tab of a library if there is no such tab", async () => {
      const { page, context } = await dashboard.openSignedIn("/libraries/crew/otter?tab=bogus")

      await page.getByLabel("Question").waitFor()
      expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Ask")
      await context.close()
    })

    it("opens the log of the job that it names", async () => {
      const { client } = dashboard.lectern
      const [job] = (await client.listJobs()).jobs
      const { page, context } = await dashboard.openSignedIn(`/jobs?job=${job?.id}`)
      await page.getByRole("dialog", { name: /^Log of/ }).waitFor()

      await page.getByRole("button", { name: "Close" }).click()

      await page.waitForURL((url) => url.pathname === "/jobs" && url.search === "")
      await page.getByLabel("State").selectOption("failed")
      await page.waitForURL("**/jobs?state=failed")
      await context.close()
    })

    it("returns to the page that was open, with its question, after signing in", async () => {
      const { page, context } = await dashboard.openPage({ width: 1280 })
      await page.goto(`${dashboard.lectern.url}/libraries/crew/otter?q=otter&tab=files`)
      await page.getByRole("complementary").getByRole("link", { name: "Sign in" }).click()
      await page.getByLabel("Name").fill("admin")
      await page.getByLabel("Password").fill(PASSWORD)
      await page.getByRole("button", { name: "Sign in" }).click()

      await page.waitForURL("**/libraries/crew/otter?q=otter&tab=files")
      await page.getByRole("heading", { name: "Otter", level: 1 }).waitFor()
      await context.close()
    })

    it("keeps the words for which libraries are searched", async () => {
      const { page, context } = await dashboard.openSignedIn("/libraries")
      await page.getByLabel("Find a library").fill("otter")
      await page.waitForURL("**/libraries?q=otter")
      await page
        .getByRole("main")
        .getByRole("link", { name: /crew\/otter/ })
        .click()
      await page.getByRole("heading", { name: "Otter", level: 1 }).waitFor()

      await page.goBack()
      await page.getByText("1 found").waitFor()
      expect(await page.getByLabel("Find a library").inputValue()).toBe("otter")

      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search libraries and pages" }).fill("gull")
      await page.getByRole("option", { name: "Show all 10 matches" }).click()
      await page.waitForURL("**/libraries?q=gull")
      await page.getByText("10 found").waitFor()
      expect(await page.getByLabel("Find a library").inputValue()).toBe("gull")
      await page.waitForTimeout(500)
      expect(page.url()).toContain("q=gull")
      await context.close()
    })

    it("keeps what is typed while another tab is shown", async () => {
      const { page, context } = await dashboard.openSignedIn("/add")
      await page.getByRole("textbox", { name: "Address" }).fill("https://otter.example")
      await page.getByRole("tab", { name: "Files" }).click()
      await page.getByLabel("Title").fill("Otters")
      await page.getByRole("tab", { name: "Address" }).click()
      expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("https://otter.example")
      await page.getByRole("tab", { name: "Files" }).click()
      expect(await page.getByLabel("Title").inputValue()).toBe("Otters")

      await page.goto(`${dashboard.lectern.url}/libraries/crew/otter?tab=settings`)
      await page.getByLabel("Title").fill("Sea otters")
      await page.getByRole("tab", { name: "Usage" }).click()
      await page.getByRole("tab", { name: "Settings" }).click()
      expect(await page.getByLabel("Title").inputValue()).toBe("Sea otters")
      await context.close()
    })
  })

  describe("with the focus", () => {
    const focused = (page: Page) =>
      page.evaluate<string>("document.activeElement.id || document.activeElement.textContent")

    it("stays on the page when what had it is gone", async () => {
      await dashboard.lectern.client.admin.createUser({ name: "leaver", password: PASSWORD, role: "member" })
      const { page, context } = await dashboard.openSignedIn("/settings", { width: 1280, name: "leaver" })
      await page.getByLabel("Name of the new key").fill("Laptop")
      await page.getByRole("button", { name: "Create key" }).click()
      await page.getByRole("button", { name: "Revoke" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
      await expect.poll(() => focused(page)).toBe("Revoke")

      await page.getByRole("button", { name: "Revoke" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
      await page.getByText("No keys yet").waitFor()
      await expect.poll(() => focused(page)).toBe("content")

      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByText("Signed out").waitFor()
      await expect.poll(() => focused(page)).toBe("content")

      await page.getByRole("complementary").getByRole("link", { name: "Sign in" }).click()
      await page.getByLabel("Name").fill("leaver")
      await page.getByLabel("Password").fill(PASSWORD)
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("button", { name: "Sign out" }).waitFor()
      await expect.poll(() => focused(page)).toBe("content")
      await context.close()
    })

    it("stays in the question when it is asked with Enter, and a screen reader hears how large the answer is", async () => {
      const { page, context } = await dashboard.openSignedIn("/libraries/crew/otter")
      await page.getByLabel("Question").focus()
      for (const question of ["otter", "otters at sea"]) {
        await page.keyboard.press("Control+a")
        await page.keyboard.type(question)

        await page.keyboard.press("Enter")

        await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(question)
        await page
          .getByRole("status")
          .filter({ hasText: /^1 snippet, \d+ tokens$/ })
          .waitFor({ state: "attached" })
        await page.waitForTimeout(150)
        expect(await page.evaluate("document.activeElement.labels?.[0]?.textContent")).toBe("Question")
      }

      await page.goBack()
      await expect.poll(() => page.getByLabel("Question").inputValue()).toBe("otter")
      await context.close()
    })

    it("returns to the button of the menu on a small screen when Escape closes it", async () => {
      const { page, context } = await dashboard.openSignedIn("/libraries", { width: 380 })
      await page.getByRole("button", { name: "Open menu" }).click()
      await page.getByRole("link", { name: "Connect" }).focus()

      await page.keyboard.press("Escape")

      await page.getByRole("button", { name: "Open menu" }).waitFor()
      expect(await page.evaluate("document.activeElement.title")).toBe("Open menu")
      await context.close()
    })

    it("does not lose a secret that is shown once, or typed text, to a click outside", async () => {
      const { page, context } = await dashboard.openSignedIn("/admin/team", { width: 1280 })
      await page.getByRole("button", { name: "Invite someone" }).click()
      await page.mouse.click(5, 5)
      await page.getByRole("dialog").waitFor({ state: "detached" })

      await page.getByRole("button", { name: "Invite someone" }).click()
      await page.getByLabel("Who is it for?").fill("Kim")
      await page.mouse.click(5, 5)
      await page.getByRole("button", { name: "Create link" }).click()
      await page.getByLabel("invitation link", { exact: true }).waitFor()
      await page.mouse.click(5, 5)
      await page.waitForTimeout(200)
      expect(await page.getByLabel("invitation link", { exact: true }).isVisible()).toBe(true)

      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await context.close()
    })
  })

  it("tells screen readers what a slider sets, and what a dialog is about to delete", async () => {
    const { page, context } = await dashboard.openSignedIn("/libraries/crew/otter")
    await page.getByText("Options").click()
    await page.getByRole("slider", { name: "Token budget" }).waitFor()

    await page.getByRole("tab", { name: "Settings" }).click()
    await page.getByRole("button", { name: "Delete" }).click()

    await page.getByRole("dialog", { name: "Delete /crew/otter?" }).waitFor()
    const describing = "document.querySelector('[role=dialog]').getAttribute('aria-describedby')"
    const description = await page.evaluate(`document.getElementById(${describing})?.textContent`)
    expect(description).toMatch(/\w+ \w+/)
    await context.close()
  })

  it("shows times that advance", async () => {
    const { page, context } = await dashboard.openPage()
    await page.clock.install()
    await page.goto(`${dashboard.lectern.url}/libraries`)
    await page
      .getByText(/just now|minutes? ago/)
      .first()
      .waitFor()

    await page.clock.fastForward("03:00:00")

    await page.getByText("3 hours ago").first().waitFor()
    await context.close()
  })
})
