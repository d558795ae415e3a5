import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, mainLink, PASSWORD, startDashboard } from "./dashboard-browser.ts"

/** Runs in the browser, as if the user came back to the window. */
const RETURN = `dispatchEvent(new Event("focus"))`

describe.runIf(hasBrowser)("sessions in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
    await dashboard.lectern.client.admin.createUser({ name: "member", password: PASSWORD, role: "member" })
  }, 120_000)
  afterAll(() => dashboard.close())

  it("are those of the account that signed in in another tab, without old data", async () => {
    const { page, context } = await dashboard.openSignedIn("/settings")
    await page.getByLabel("Name of the new key").fill("Key of the admin")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByRole("cell", { name: "Key of the admin" }).waitFor()

    const other = await context.newPage()
    await other.goto(`${dashboard.lectern.url}/sign-in`)
    await other.getByLabel("Name").fill("member")
    await other.getByLabel("Password").fill(PASSWORD)
    await other.getByRole("button", { name: "Sign in" }).click()

    await page.getByText("You are now signed in as member").waitFor()
    await page.getByText("No keys yet").waitFor()
    expect(await page.getByRole("cell", { name: "Key of the admin" }).count()).toBe(0)
    await context.close()
  })

  it("are checked when the user returns to the window", async () => {
    const { page, context } = await dashboard.openSignedIn("/settings")
    await page.getByText("Signed in as admin.").waitFor()
    await context.request.post(`${dashboard.lectern.url}/api/auth/sign-in`, {
      data: { name: "member", password: PASSWORD },
      headers: { origin: dashboard.lectern.url },
    })

    await page.evaluate(RETURN)

    await page.getByText("Signed in as member.").waitFor()
    await context.close()
  })

  it("keep what is typed while they cannot be checked", async () => {
    const { page, context } = await dashboard.openSignedIn("/add")
    await page.getByRole("textbox", { name: "Address" }).fill("https://otter.example")
    await page.route("**/api/auth/session", (route) => route.abort())

    await page.evaluate(RETURN)
    await page.getByRole("alert").filter({ hasText: "Cannot reach the server." }).waitFor()

    expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("https://otter.example")
    await page.unroute("**/api/auth/session")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("alert").waitFor({ state: "detached" })
    expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("https://otter.example")
    await context.close()
  })
})

describe.runIf(hasBrowser)("scripts that a browser cannot load", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
  }, 120_000)
  afterAll(() => dashboard.close())

  it("are reported on their page, which can be loaded again", async () => {
    const { page, context } = await dashboard.openSignedIn("/libraries")
    const jobs = await mainLink(page, "Jobs")
    await page.route("**/assets/jobs-page-*.js", (route) => route.fulfill({ status: 404 }))
    await jobs.click()
    await page.getByRole("alert").filter({ hasText: "This page could not be loaded" }).waitFor()
    await page.unroute("**/assets/jobs-page-*.js")

    await page.getByRole("button", { name: "Reload" }).click()

    await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor()
    await context.close()
  })

  it("do not close the page if they are those of the search", async () => {
    const { page, context } = await dashboard.openPage()
    await page.route("**/assets/command-palette-*.js", (route) => route.fulfill({ status: 404 }))
    await page.goto(`${dashboard.lectern.url}/libraries`)
    await page.getByRole("heading", { name: "Libraries", level: 1 }).waitFor()

    await page.keyboard.press("Control+k")

    await page.getByText("The search could not be loaded.").waitFor()
    expect(await page.getByRole("heading", { name: "Libraries", level: 1 }).count()).toBe(1)
    await context.close()
  })
})
