import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { type DashboardUnderTest, hasBrowser, inspectLooks, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

describe.runIf(hasBrowser)("the id and owner of a library in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let host: GitHost
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("crew/docs", { "README.md": "# Crew\n\nThe crew feeds the otters at dawn.\n" })
    await host.commit("crew/other", { "README.md": "# Other\n\nHerons wait.\n" })
    dashboard = await startDashboard()
    const { client } = dashboard.lectern
    for (const name of ["docs", "other"]) {
      await client.addRepository({ docsRepoUrl: `${host.url}/crew/${name}.git` })
      await waitFor(name, async () => {
        return (await client.getLibrary(`/crew/${name}`)).state === "finalized" ? true : undefined
      })
    }
    await client.teamspaces.createProject("main", { name: "Handbooks" })
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await host.close()
  })

  it("changes both after telling what happens, and says at the old address where the library is", async () => {
    const { page, errors } = await dashboard.openSignedIn("/libraries/crew/docs?tab=settings")
    const panel = page.locator("section").filter({ hasText: "Id and owner" })
    const id = panel.getByLabel("Library id")
    await id.fill("/crew/other")
    await panel.getByText(/another library has it/).waitFor()
    expect(await panel.getByRole("button", { name: "Change" }).isDisabled()).toBe(true)
    await id.fill("/crew/handbook")
    await panel.getByText(/Requests for \/crew\/docs are redirected to \/crew\/handbook/).waitFor()
    expect(await inspectLooks(page)).toEqual([])
    await panel.getByRole("button", { name: "Change" }).click()
    await page
      .getByRole("dialog")
      .getByText(/are redirected/)
      .waitFor()
    expect(await inspectLooks(page)).toEqual([])
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click()
    await page.waitForURL(/\/libraries\/crew\/handbook/)
    await page.getByText("Changed", { exact: true }).waitFor()

    await page.goto(`${dashboard.lectern.url}/libraries/crew/docs`)
    await page.getByRole("heading", { name: "This library has moved" }).waitFor()
    expect(await inspectLooks(page)).toEqual([])
    await page.getByRole("link", { name: "Open /crew/handbook" }).click()
    await page.getByLabel("Question").fill("when are otters fed")
    await page.getByRole("button", { name: "Ask" }).click()
    await page.getByText("otters at dawn").first().waitFor()
    expect(errors).toEqual([])
  })

  it("makes a library private in a project, and asks before it becomes public again", async () => {
    const { page, errors } = await dashboard.openSignedIn("/libraries/crew/other?tab=settings")
    const panel = page.locator("section").filter({ hasText: "Id and owner" })
    await panel.getByRole("radio", { name: /^Private/ }).check()
    await panel.getByLabel("Project").selectOption({ label: "Handbooks" })
    await panel.getByText(/no longer get answers from it/).waitFor()
    await panel.getByRole("button", { name: "Change" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click()
    await page.getByText("Changed", { exact: true }).waitFor()
    const anonymous = await fetch(`${dashboard.lectern.url}/api/v2/libs/crew/other`)
    expect(anonymous.status).toBe(404)

    await page.getByText("A private library: only members of its teamspace can see it.").waitFor()
    await panel.getByRole("radio", { name: /^Public/ }).check()
    await panel.getByText(/Check that nothing in it is confidential/).waitFor()
    await panel.getByRole("button", { name: "Change" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    const { private: isPrivate } = await dashboard.lectern.client.getLibrary("/crew/other")
    expect(isPrivate).toBe(true)
    expect(errors).toEqual([])
  })
})
