import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, PASSWORD, startDashboard } from "./dashboard-browser.ts"

describe.runIf(hasBrowser)("signing out in a browser", { timeout: 60_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard({ LECTERN_SAMPLE: "off", LECTERN_ADMIN_PASSWORD: PASSWORD })
  }, 120_000)
  afterAll(() => dashboard.close())

  it("is shown at once, even on the start page", async () => {
    const { page } = await dashboard.openSignedIn("/", { width: 1280 })

    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByText("Signed out").waitFor()

    expect(await page.getByRole("link", { name: "Sign in" }).count()).toBe(1)
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0)
  })

  it("that fails says why, and can be repeated", async () => {
    const { page } = await dashboard.openSignedIn("/", { width: 1280 })
    const calls = "**/api/auth/sign-out"
    await page.route(calls, (route) => route.abort())

    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("alert").getByText("Cannot reach the server").waitFor()
    await page.unroute(calls)
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("link", { name: "Sign in" }).waitFor()

    expect(await page.getByRole("alert").count()).toBe(0)
  })
})
