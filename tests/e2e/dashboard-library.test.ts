import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestWiki, type TestWiki } from "../../packages/server/src/sources/wiki/wiki-server.testing.ts"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { startSite, type SiteHost } from "../requirements/site-host.ts"
import { type DashboardUnderTest, hasBrowser, inspectPage, startDashboard } from "./dashboard-browser.ts"

const TOKEN = "a-token-of-the-wiki"
const EMAIL = "tender@otter.example"
const OPENAPI = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Otter store", version: "1.0.0", description: "Sells otters." },
  paths: {
    "/otters": {
      get: {
        operationId: "listOtters",
        summary: "Lists all otters",
        responses: { 200: { description: "All otters" } },
      },
    },
  },
})
const GUIDE =
  "<html><body><main><h1>Harbour guide</h1><p>Ships moor at the northern pier at night.</p></main></body></html>"

describe.runIf(hasBrowser)("libraries in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let host: GitHost
  let site: SiteHost
  let wiki: TestWiki
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("crew/docs", { "README.md": "# Crew\n\nThe crew feeds the otters at dawn.\n" })
    await host.tag("crew/docs", "v1.0.0")
    await host.commit("crew/docs", {
      "README.md": "# Crew\n\nThe crew feeds the otters at dusk.\n",
      "guide/tanks.md": "# Tanks\n\nRinse each tank on Monday.\n",
    })
    site = await startSite({
      "/docs/": GUIDE,
      "/llms.txt": "# Lighthouse\n\n> Keeps ships safe.\n\n- [Lamp](/lamp.md): how to light it\n",
      "/lamp.md": "# Lamp\n\nLight the lamp at sunset.\n",
      "/openapi.json": OPENAPI,
    })
    const authorization = `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString("base64")}`
    wiki = await startTestWiki({ edition: "cloud", authorization })
    wiki.pages.push(
      { id: "1", title: "Otter home", body: "<p>Everything about otters.</p>", version: 1 },
      { id: "2", title: "Operations", body: "<p>The platform runs all night.</p>", version: 1, parentId: "1" },
      { id: "3", title: "Deploying", body: "<p>Deploy with otterctl push.</p>", version: 1, parentId: "2" },
      { id: "4", title: "Salaries", body: "<p>The cook earns forty herrings.</p>", version: 1, parentId: "1" },
    )
    dashboard = await startDashboard()
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await Promise.all([host.close(), site.close(), wiki.close()])
  })

  async function addAddress(page: Page, address: string, kind: string): Promise<void> {
    await page.getByRole("textbox", { name: "Address" }).fill(address)
    await page.getByLabel("Kind", { exact: true }).selectOption(kind)
    await page.getByRole("button", { name: "Add library" }).click()
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })
  }

  async function ask(page: Page, question: string, expected: string): Promise<void> {
    await page.getByLabel("Question").fill(question)
    await page.getByRole("button", { name: "Ask" }).click()
    await page.getByText(expected).first().waitFor()
  }

  it("shows which files of a repository would be read before it is added, and adds only those", async () => {
    await host.commit("crew/preview", {
      "README.md": "# Crew\n\nThe crew feeds the otters.\n",
      "guide/tanks.md": "# Tanks\n\nRinse each tank on Monday.\n",
      "internal/pay.md": "# Pay\n\nThe cook earns forty herrings.\n",
    })
    const { page, errors } = await dashboard.openSignedIn("/add")
    await page.getByRole("textbox", { name: "Address" }).fill(`${host.url}/crew/nothing.git`)
    await page.getByLabel("Kind", { exact: true }).selectOption("git")
    await page.getByRole("button", { name: "Preview files" }).click()
    await page.getByText("The library can be added without a preview.").waitFor()
    await page.getByRole("textbox", { name: "Address" }).fill(`${host.url}/crew/preview.git`)
    await page.getByRole("button", { name: "Preview files" }).click()
    await page.getByText("3 of 3 documentation files would be read.").waitFor()
    expect((await inspectPage(page)).findings).toEqual([])

    const requests = host.requestCount()
    await page.getByRole("checkbox", { name: /^internal/ }).press("Space")
    await page.getByText("2 of 3 documentation files would be read.").waitFor()
    await page.getByRole("button", { name: "Read only guide" }).click()
    await page.getByText("1 of 3 documentation files would be read.").waitFor()
    await page.getByText("Branch, folders and exclusions").click()
    await page.getByLabel("Folders", { exact: true }).fill("")
    await page.getByText("2 of 3 documentation files would be read.").waitFor()
    expect(host.requestCount()).toBe(requests)
    await page.getByRole("button", { name: "Add library" }).click()
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })

    const { files } = await dashboard.lectern.client.getLibrary("/crew/preview")
    expect(files?.indexedCount).toBe(2)
    expect(errors).toEqual([])
  })

  it("adds a repository, changes what is read of it, indexes and deletes a version, and deletes it", async () => {
    const { page, errors } = await dashboard.openSignedIn("/add")
    await addAddress(page, `${host.url}/crew/docs.git`, "git")
    await ask(page, "when are otters fed", "otters at dusk")

    await page.getByRole("tab", { name: "Versions" }).click()
    await page.getByLabel("Tag or branch").fill("v1.0.0")
    await page.locator("form").getByRole("button", { name: "Index" }).click()
    await page.getByRole("row", { name: /v1\.0\.0.*Indexed/ }).waitFor({ timeout: 60_000 })
    await page
      .getByRole("row", { name: /v1\.0\.0/ })
      .getByRole("button", { name: "Delete" })
      .click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByRole("row", { name: /v1\.0\.0.*Not indexed/ }).waitFor()

    await page.getByRole("tab", { name: "Settings" }).click()
    await page.getByLabel("Folders", { exact: true }).fill("guide")
    await page.getByText("1 of 2 documentation files would be read.").waitFor()
    await page.getByRole("button", { name: "Save and refresh" }).click()
    await page.getByText("Saved. A refresh has started").waitFor()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()

    await page.getByRole("heading", { name: "Libraries", exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  it("compares two versions, explains an answer, and notes a question whose answer was wrong", async () => {
    await dashboard.lectern.client.importLibraries([
      aLibrary("/otter/one", "Otters sleep at noon."),
      aLibrary("/otter/two", "Otters sleep at midnight."),
    ])
    const { page } = await dashboard.openSignedIn("/libraries/otter/one?q=when+do+otters+sleep&compare=%2Fotter%2Ftwo")
    await page.getByText("Otters sleep at noon.").waitFor()
    await page.getByText("Otters sleep at midnight.").waitFor()

    await page.getByRole("button", { name: "Explain" }).first().click()
    await page.getByText("Adds to the score").first().waitFor()
    await page.getByRole("button", { name: "This was wrong" }).first().click()
    await page.getByLabel("What should the answer have said?").fill("Only on Sundays.")
    await page.getByRole("button", { name: "Report the question" }).click()
    await page.getByRole("tab", { name: "Quality" }).click()

    await page.getByRole("link", { name: "when do otters sleep" }).waitFor()
    await page.getByText("Only on Sundays.").waitFor()
  })

  it("adds a website, an llms.txt file and an OpenAPI description by their addresses", async () => {
    const { page } = await dashboard.openSignedIn("/add")
    await addAddress(page, `${site.url}/docs/`, "website")
    await ask(page, "where do ships moor", "northern pier")
    await page.goto(`${dashboard.lectern.url}/add`)
    await addAddress(page, `${site.url}/llms.txt`, "llmstxt")
    await ask(page, "when is the lamp lit", "at sunset")
    await page.goto(`${dashboard.lectern.url}/add`)
    await addAddress(page, `${site.url}/openapi.json`, "openapi")
    await ask(page, "list otters", "listOtters")
  })

  it("adds pages of a wiki that are chosen in a tree", async () => {
    const account = { kind: "wiki", siteUrl: wiki.url, accountName: EMAIL, token: TOKEN } as const
    await dashboard.lectern.client.connections.create(account)
    const { page } = await dashboard.openSignedIn("/add")
    await page.getByRole("tab", { name: "Confluence" }).click()
    await page.getByLabel("Space").selectOption("OTTER")
    await page.getByRole("switch", { name: /The whole space/ }).click()
    await page.getByRole("checkbox", { name: "Operations" }).check()
    await page.getByText("2 pages of 4 pages chosen").waitFor()
    expect((await inspectPage(page)).findings).toEqual([])
    await page.getByRole("button", { name: "Add library" }).click()
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })

    await ask(page, "how do I deploy", "otterctl push")
    const { files } = await dashboard.lectern.client.getLibrary("/wiki/otter")
    expect(files?.indexedCount).toBe(2)
  })

  it("guides a new user, who can skip each step and find it again", async () => {
    const { page } = await dashboard.openSignedIn("/")
    await page.getByRole("heading", { name: "Get started" }).waitFor()
    await page.getByRole("button", { name: "Skip: Connect your client" }).click()
    await page.getByRole("button", { name: "Hide" }).click()
    await page.getByRole("heading", { name: "Get started" }).waitFor({ state: "detached" })

    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search libraries and pages" }).fill("get started")
    await page.getByRole("option", { name: "Get started" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Show all steps again" }).click()
    await page.getByRole("button", { name: "Skip: Connect your client" }).waitFor()
  })
})

function aLibrary(project: string, content: string): never {
  const snippet = { id: `https://otter.example${project}`, content, breadcrumb: "Otters > Sleep", pageTitle: "Sleep" }
  return { project, title: project.slice(1), infoSnippets: [snippet] } as never
}
