import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { type DashboardUnderTest, hasBrowser, inspectLooks, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

const LIBRARY = "/crew/docs"

describe.runIf(hasBrowser)("quality in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let host: GitHost
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("crew/docs", {
      "feeding.md": "# Feeding\n\nThe crew feeds the otters at dawn.\n",
      "tanks.md": "# Tanks\n\nRinse each tank on Monday.\n",
      "=salaries.md": '# Salaries, with a "bonus"\n\nThe cook earns forty herrings.\n',
    })
    dashboard = await startDashboard()
    const { client } = dashboard.lectern
    await client.addRepository({ docsRepoUrl: `${host.url}/crew/docs.git` })
    await waitFor("the library", async () =>
      (await client.getLibrary(LIBRARY)).state === "finalized" ? true : undefined,
    )
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await host.close()
  })

  it("shows which pages answers never contain, and exports them", async () => {
    const { page, errors } = await dashboard.openSignedIn(`/libraries${LIBRARY}?tab=quality`)
    await page.getByRole("heading", { name: "No answers counted yet" }).waitFor()
    expect(await inspectLooks(page)).toEqual([])
    const { client } = dashboard.lectern
    await client.readContextText({ libraryId: LIBRARY, query: "when does the crew feed the otters" })
    await client.readContextText({ libraryId: LIBRARY, query: "rinse the tank" })
    await waitFor("the counts", async () => {
      const { answerCount } = await client.questions.listPages(LIBRARY)
      return answerCount === 2 ? true : undefined
    })

    await page.reload()
    await page.getByText("1 of 3 pages was not part of any of 2 answers.").waitFor()
    await page.getByRole("row", { name: /Salaries.*Never/ }).waitFor()
    const download = page.waitForEvent("download")
    const panel = page.locator("section").filter({ hasText: "Pages that answers never contain" })
    await panel.getByRole("button", { name: "Export as CSV" }).click()
    const path = await (await download).path()

    const lines = readFileSync(path, "utf8").split("\r\n")
    expect((await download).suggestedFilename()).toBe("crew-docs-pages.csv")
    expect(lines[0]).toBe("path,title,url,answers")
    expect(lines[1]).toMatch(/^'=salaries\.md,"Salaries, with a ""bonus""",.*,0$/)
    expect(lines.slice(2).every((line) => line.endsWith(",1"))).toBe(true)
    expect(await inspectLooks(page)).toEqual([])
    expect(errors).toEqual([])
  })
})
