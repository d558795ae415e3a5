import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, PASSWORD, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

const LIBRARY = "/otter/docs"

/** An action that changes something, on a page that is shown only while signed in or says so when the session ends. */
interface UserAction {
  readonly path: string
  act(page: Page): Promise<void>
  /** Text that the page shows once it has noticed that the session has ended. */
  readonly notice: string
}

const USER_ACTIONS: Readonly<Record<string, UserAction>> = {
  "creating a key": {
    path: "/settings",
    async act(page) {
      await page.getByLabel("Name of the new key").fill("Laptop")
      await page.getByRole("button", { name: "Create key" }).click()
    },
    notice: "Sign in to continue",
  },
  "changing the password": {
    path: "/settings",
    async act(page) {
      await page.getByLabel("Current password").fill(PASSWORD)
      await page.getByLabel("New password", { exact: true }).fill(`${PASSWORD} 2`)
      await page.getByLabel("New password again").fill(`${PASSWORD} 2`)
      await page.getByRole("button", { name: "Change password" }).click()
    },
    notice: "Sign in to continue",
  },
  "confirming a deletion": {
    path: `/libraries${LIBRARY}?tab=settings`,
    async act(page) {
      await page.getByRole("button", { name: "Delete" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    },
    notice: "Advice that answers can include.",
  },
  "refreshing a library": {
    path: `/libraries${LIBRARY}`,
    act: (page) => page.getByRole("button", { name: "Refresh" }).click(),
    notice: "Question",
  },
  "changing a switch": {
    path: "/admin/anonymous",
    act: (page) => page.getByText("Delete libraries", { exact: true }).click(),
    notice: "Sign in to continue",
  },
}

describe.runIf(hasBrowser)("actions in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { client } = dashboard.lectern
    const snippet = { id: "https://otter.example", content: "Otters swim.", breadcrumb: "Otters", pageTitle: "Otters" }
    await client.importLibraries([
      { project: LIBRARY, title: "Otters", description: "Otters", infoSnippets: [snippet] },
    ] as never)
    await waitFor(LIBRARY, () =>
      client.getLibrary(LIBRARY).then(
        ({ state }) => state === "finalized" || undefined,
        () => undefined,
      ),
    )
  }, 120_000)
  afterAll(() => dashboard.close())

  it.each(Object.keys(USER_ACTIONS))("%s notices that the session has ended", async (name) => {
    const { path, act, notice } = USER_ACTIONS[name] as UserAction
    const { page, context } = await dashboard.openSignedIn(path, { width: 1280 })
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    await page.waitForLoadState("networkidle")
    await context.clearCookies()

    await act(page)

    await page.getByRole("complementary").getByRole("link", { name: "Sign in" }).waitFor()
    await page.getByText(notice).first().waitFor()
    await context.close()
  })

  it("starts one job when Refresh is clicked twice", async () => {
    const { page, context } = await dashboard.openSignedIn(`/libraries${LIBRARY}`)
    let count = 0
    await page.route("**/api/v1/refresh", async (route) => {
      count += 1
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.fulfill({ status: 409, json: { error: "duplicate_repo", message: "cannot refresh it" } })
    })

    await page.getByRole("button", { name: "Refresh" }).dblclick()

    await page.getByText("Cannot refresh it").waitFor()
    expect(count).toBe(1)
    await context.close()
  })

  it("keeps the focus on a button whose request is running", async () => {
    const { page, context } = await dashboard.openSignedIn("/settings")
    await page.route("**/api/v2/keys", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    )
    await page.getByLabel("Name of the new key").fill("Laptop")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("Cannot reach the server.").waitFor()

    expect(await page.evaluate("document.activeElement.textContent")).toBe("Create key")
    await context.close()
  })

  it("keeps what is typed into a form while its page cannot be loaded again", async () => {
    const { page, context } = await dashboard.openSignedIn(`/libraries${LIBRARY}?tab=settings`)
    await page.getByLabel("Title").fill("Sea otters")
    await page.route("**/api/v1/refresh", (route) => route.fulfill({ json: { message: "queued" } }))
    await page.route("**/api/v2/libs/otter/docs", (route) => route.abort())
    await page.getByRole("button", { name: "Refresh" }).click()
    await page.getByRole("alert").filter({ hasText: "Cannot reach the server." }).waitFor()

    expect(await page.getByLabel("Title").inputValue()).toBe("Sea otters")
    await context.close()
  })

  it("keeps the page of a library whose chart cannot be loaded", async () => {
    const { page, context } = await dashboard.openSignedIn("/")
    await page.route("**/assets/usage-chart-*.js", (route) => route.fulfill({ status: 404 }))
    await page.route("**/metrics?**", async (route) => {
      const response = await route.fetch()
      const today = { date: new Date().toISOString().slice(0, 10), page: 1, txt: 0, mcp: 0, cli: 0, total: 1 }
      await route.fulfill({ response, json: { ...((await response.json()) as object), daily: [today] } })
    })

    await page.goto(`${dashboard.lectern.url}/libraries${LIBRARY}?tab=usage`)

    await page.getByText("The chart could not be loaded.").waitFor()
    await context.close()
  })
})
