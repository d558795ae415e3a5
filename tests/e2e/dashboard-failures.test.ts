import type { Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import {
  type DashboardUnderTest,
  hasBrowser,
  inspectPage,
  PASSWORD,
  startDashboard,
  mainLink,
} from "./dashboard-browser.ts"

const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
const LONG_TITLE = `The complete handbook of everything that anyone who looks after ${LONG_WORD} has to know`.padEnd(
  120,
  ".",
)
const HEBREW = "תיעוד של מערכת הספרייה"

/** Imported libraries need only some of the fields. */
const aLibrary = (project: string, title: string) =>
  ({
    project,
    title,
    description: `${LONG_WORD} ${title}`,
    infoSnippets: [
      {
        id: `https://otter.example${project}`,
        content: `Otters ${LONG_WORD} swim.`,
        breadcrumb: title,
        pageTitle: title,
      },
    ],
  }) as never

const fail = (status: number, error: string, message: string) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ error, message }) })

describe.runIf(hasBrowser)("what goes wrong in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let host: GitHost
  beforeAll(async () => {
    host = await startGitHost()
    dashboard = await startDashboard()
    const { client } = dashboard.lectern
    await client.importLibraries([aLibrary("/long/docs", LONG_TITLE), aLibrary("/hebrew/docs", HEBREW)])
    await client.admin.createUser({ name: "member", password: PASSWORD, role: "member" })
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await host.close()
  })

  const alertOf = (page: Page) => page.getByRole("alert").first().textContent()

  it("says that the server is gone, and goes on when it is back", async () => {
    const { page } = await dashboard.openSignedIn("/jobs")
    const libraries = await mainLink(page, "Libraries")
    await page.route("**/api/**", (route) => route.abort())
    await libraries.click()
    await page.getByText("Cannot reach the server.").waitFor()

    await page.unroute("**/api/**")
    await page.getByRole("button", { name: "Try again" }).click()

    await page.getByRole("link", { name: /The complete handbook/ }).waitFor()
  })

  it("asks to sign in again when the session has ended, and returns to the page", async () => {
    const { page, context } = await dashboard.openSignedIn("/libraries")
    const jobs = await mainLink(page, "Jobs")
    await context.clearCookies()
    await jobs.click()
    await page.getByText("Sign in to continue").waitFor()

    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("Name").fill("admin")
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Sign in" }).click()

    await page.getByRole("heading", { name: "Jobs" }).waitFor()
  })

  it("notices in a form that the session has ended", async () => {
    const { page, context } = await dashboard.openSignedIn("/admin/projects")
    await page.getByRole("button", { name: "New project" }).click()
    await page.getByLabel("Name").fill("Handbooks")
    await context.clearCookies()
    await page.getByRole("button", { name: "Create project" }).click()

    await page.getByText("Sign in to continue").waitFor()
  })

  it("does not show a member what only admins may do", async () => {
    const { page } = await dashboard.openSignedIn("/admin/audit", { name: "member" })
    await page.getByText("You cannot open this page").waitFor()
    await page.goto(`${dashboard.lectern.url}/libraries/long/docs?tab=settings`)
    await page.getByRole("heading", { name: "Rules for agents" }).waitFor()

    expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0)
  })

  it("says why the server refused: taken names, large uploads and too many requests", async () => {
    const { page } = await dashboard.openSignedIn("/admin/users")
    await page.getByRole("button", { name: "New account" }).click()
    await page.getByLabel("Name").fill("member")
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByRole("alert").waitFor()
    expect(await alertOf(page)).toContain("member")

    await page.goto(`${dashboard.lectern.url}/add`)
    await page.route("**/api/v2/add/**", fail(413, "library_too_large", "the upload is larger than 10 MB"))
    await page.getByRole("tab", { name: "Files" }).click()
    const file = { name: "a.yaml", mimeType: "application/yaml", buffer: Buffer.from("openapi: 3.1.0") }
    await page.locator("input[type=file]").setInputFiles(file)
    await page.getByRole("button", { name: "Upload" }).click()
    await page.getByText("The upload is larger than 10 MB").waitFor()

    await page.route("**/api/v2/jobs**", fail(429, "rate_limit_exceeded", "too many requests: try again in 30 seconds"))
    await page.goto(`${dashboard.lectern.url}/jobs`)
    await page.getByText("Too many requests: try again in 30 seconds").waitFor()
  })

  it("shows why a job failed, and offers to try again", async () => {
    await host.commit("empty/docs", { "README.md": "" })
    const { page } = await dashboard.openSignedIn("/add")
    await page.getByRole("textbox", { name: "Address" }).fill(`${host.url}/empty/docs.git`)
    await page.getByLabel("Kind", { exact: true }).selectOption("git")
    await page.getByRole("button", { name: "Add library" }).click()
    await page.getByText("The last job failed:").waitFor({ timeout: 60_000 })
    await page.getByLabel("Question").fill("otters")
    await page.getByRole("button", { name: "Ask", exact: true }).click()
    await page.getByRole("paragraph").filter({ hasText: "has no content" }).waitFor()
    await page.goto(`${dashboard.lectern.url}/jobs`)
    const row = page.getByRole("row", { name: /\/empty\/docs.*Failed/ })
    await row.waitFor()

    await row.getByRole("button", { name: "Retry" }).click()

    await page.getByText("Queued again").waitFor()
  })

  it.each([1280, 380])("shows long titles, long words, right-to-left text and large counts at %i px", async (width) => {
    const { page } = await dashboard.openSignedIn("/", { width })
    await page.route("**/api/v2/libs?**", async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { libraries: { totalSnippets: number; totalTokens: number }[] }
      const counts = [0, 1_000_000]
      const libraries = body.libraries.map((library, at) => ({ ...library, totalSnippets: counts[at % 2] }))
      await route.fulfill({ json: { ...body, libraries } })
    })
    for (const path of [
      "/",
      "/libraries",
      "/libraries/long/docs?q=otters",
      "/libraries/hebrew/docs?q=otters",
      "/jobs",
    ]) {
      await page.goto(dashboard.lectern.url + path, { waitUntil: "networkidle" })
      expect({ path, ...(await inspectPage(page)) }).toEqual({ path, findings: [], overflow: 0 })
    }
    await page.goto(`${dashboard.lectern.url}/libraries`, { waitUntil: "networkidle" })
    await page.getByText("1,000,000 snippets").first().waitFor()
  })
})
