import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type DashboardUnderTest,
  hasBrowser,
  inspectLooks,
  PASSWORD,
  startDashboard,
  mainLink,
} from "./dashboard-browser.ts"

describe.runIf(hasBrowser)("the hosted edition in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard({ LECTERN_EDITION: "hosted", LECTERN_SIGN_UP: "on" })
  }, 120_000)
  afterAll(() => dashboard.close())

  async function signUp(name: string) {
    const opened = await dashboard.openPage()
    await opened.page.goto(`${dashboard.lectern.url}/sign-in`)
    await opened.page.getByRole("link", { name: "Create an account" }).click()
    await opened.page.getByRole("heading", { name: "Create an account" }).waitFor()
    await opened.page.getByLabel("Name").fill(name)
    await opened.page.getByLabel("Password").fill(PASSWORD)
    return opened
  }

  it("lets someone sign up, make a teamspace, and invite somebody who has an account", async () => {
    const { page, errors } = await signUp("ada")
    expect(await inspectLooks(page)).toEqual([])
    await page.getByRole("button", { name: "Create account" }).click()
    await (await mainLink(page, "Administration")).click()
    await page.getByRole("button", { name: "New teamspace" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("Otter crew")
    await page.getByRole("button", { name: "Create teamspace" }).click()
    // Waits for the option, not for the message, which disappears.
    await page.getByLabel("Active teamspace").selectOption({ label: "Otter crew" })
    await page.getByRole("button", { name: "Switch" }).click()
    await page.getByRole("heading", { name: "Otter crew" }).waitFor()
    await page.getByRole("button", { name: "Rename" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("Otter team")
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click()
    await page.getByRole("heading", { name: "Otter team" }).waitFor()
    expect(await inspectLooks(page)).toEqual([])
    await page.getByRole("button", { name: "Invite someone" }).click()
    await page.getByLabel("Who is it for?").fill("Ben")
    await page.getByRole("button", { name: "Create link" }).click()
    const link = (await page.getByLabel("invitation link", { exact: true }).textContent()) ?? ""
    await page.keyboard.press("Escape")

    const { page: other } = await signUp("ben")
    await other.getByRole("button", { name: "Create account" }).click()
    await mainLink(other, "Administration")
    await other.goto(link)
    await other.getByText("You are signed in as ben.").waitFor()
    expect(await inspectLooks(other)).toEqual([])
    await other.getByRole("button", { name: "Join" }).click()
    await other.getByRole("heading", { name: "Otter team" }).waitFor()
    await other.getByRole("row", { name: /ada.*Owner/ }).waitFor()

    await page.reload()
    const row = page.getByRole("row", { name: /ben/ })
    await row.getByRole("button", { name: "Change role" }).click()
    await page.getByRole("dialog").getByLabel("Role").selectOption("admin")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /ben.*Admin/ }).waitFor()
    expect(errors).toEqual([])
  })

  it("says why an account cannot be made", async () => {
    const { page } = await signUp("ada")
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByRole("alert").waitFor()
    expect(await page.getByRole("alert").textContent()).toMatch(/ada/)
    expect(await inspectLooks(page)).toEqual([])
  })
})
