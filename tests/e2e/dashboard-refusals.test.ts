import type { Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { type DashboardUnderTest, hasBrowser, inspectPage, startDashboard } from "./dashboard-browser.ts"

const LIBRARY = "/otter/docs"

const answer = (status: number, error: string, message: string) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ error, message }) })

/** What a request may meet, and what is shown for it. */
const FAILURES = [
  ["the server is gone", (route: Route) => route.abort(), "Cannot reach the server. Check that it is running"],
  [
    "401",
    answer(401, "invalid_api_key", "the session has ended. Sign in again"),
    "The session has ended. Sign in again",
  ],
  ["403", answer(403, "forbidden", "the role member cannot do this"), "The role member cannot do this"],
  ["409", answer(409, "duplicate_repo", "cannot do this: it is done already"), "Cannot do this: it is done already"],
  ["413", answer(413, "payload_too_large", "the request is larger than 1 MB"), "The request is larger than 1 MB"],
  ["429", answer(429, "rate_limit_exceeded", "too many requests. Try again in 30 seconds"), "Too many requests."],
] as const

/** What somebody does, and the calls of the API that it makes. */
interface Deed {
  readonly path: string
  readonly calls: string
  /** Fills in and sends the form. */
  act(page: Page): Promise<void>
  /** Reads what was filled in, which must not be lost. */
  kept(page: Page): Promise<string>
  /** Sends it again, when the server answers as usual. */
  retry(page: Page): Promise<void>
}

describe.runIf(hasBrowser)("a refused request in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let host: GitHost
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("crew/docs", { "README.md": "# Crew\n\nThe crew feeds the otters at dawn.\n" })
    dashboard = await startDashboard()
    const snippet = { id: "https://otter.example", content: "Otters swim.", breadcrumb: "Otters", pageTitle: "Otters" }
    const library = { project: LIBRARY, title: "Otters", description: "Otters", infoSnippets: [snippet] }
    await dashboard.lectern.client.importLibraries([library])
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await host.close()
  })

  const DEEDS: Readonly<Record<string, Deed>> = {
    "adding a library": {
      path: "/add",
      calls: "**/api/v2/add/**",
      async act(page) {
        await page.getByRole("textbox", { name: "Address" }).fill(`${host.url}/crew/docs.git`)
        await page.getByRole("button", { name: "Add library" }).click()
      },
      kept: (page) => page.getByRole("textbox", { name: "Address" }).inputValue(),
      async retry(page) {
        await page.getByRole("button", { name: "Add library" }).click()
        await page.getByRole("heading", { name: "docs" }).waitFor()
      },
    },
    asking: {
      path: `/libraries${LIBRARY}`,
      calls: "**/api/v2/context?**",
      async act(page) {
        await page.getByLabel("Question").fill("what do otters do")
        await page.getByRole("button", { name: "Ask", exact: true }).click()
      },
      kept: (page) => page.getByLabel("Question").inputValue(),
      async retry(page) {
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByText("Otters swim.").waitFor()
      },
    },
    "changing something in the administration": {
      path: "/admin/projects",
      calls: "**/api/v2/teamspaces/*/projects",
      async act(page) {
        await page.getByRole("button", { name: "New project" }).click()
        await page.getByLabel("Name").fill("Handbooks")
        await page.getByRole("button", { name: "Create project" }).click()
      },
      kept: (page) => page.getByLabel("Name").inputValue(),
      async retry(page) {
        await page.getByRole("button", { name: "Create project" }).click()
        await page.getByRole("cell", { name: "Handbooks" }).waitFor()
      },
    },
  }

  it.each(Object.keys(DEEDS))("says why %s failed, loses nothing, and can be tried again", async (name) => {
    const { path, calls, act, kept, retry } = DEEDS[name] as Deed
    for (const [failure, respond, message] of FAILURES) {
      const { page, context } = await dashboard.openSignedIn(path)
      // Reading works, so that the page is there; what is sent meets the failure.
      await page.route(calls, (route) =>
        route.request().method() === "GET" && name !== "asking" ? route.continue() : respond(route),
      )
      await act(page)
      await page.getByRole("alert").filter({ hasText: message }).waitFor()
      expect({ failure, kept: await kept(page) }).toEqual({ failure, kept: expect.stringMatching(/\w/) })
      expect({ failure, ...(await inspectPage(page)) }).toEqual({ failure, findings: [], overflow: 0 })
      if (failure === "the server is gone") {
        await page.unroute(calls)
        await retry(page)
      }
      await context.close()
    }
  })

  it("asks to sign in again when the session ends while a library is added", async () => {
    const { page, context } = await dashboard.openSignedIn("/add")
    await page.getByRole("textbox", { name: "Address" }).fill(`${host.url}/crew/docs.git`)
    await context.clearCookies()
    await page.getByRole("button", { name: "Add library" }).click()

    await page.getByText("Sign in to continue").waitFor()
  })

  it("answers about public libraries although the session has ended", async () => {
    const { page, context } = await dashboard.openSignedIn(`/libraries${LIBRARY}`)
    await page.getByLabel("Question").fill("what do otters do")
    await context.clearCookies()
    await page.getByRole("button", { name: "Ask", exact: true }).click()

    await page.getByText("Otters swim.").waitFor()
  })
})
