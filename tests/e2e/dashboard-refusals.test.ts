import type { Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, inspectPage, startDashboardWithRepository } from "./dashboard-browser.ts"

const LIBRARY = "/otter/docs"

const answer = (status: number, error: string, message: string) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ error, message }) })

/** Each way in which a request can fail, and the message that the page then shows. */
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

/** Something that a user does on a page, and the API requests that it sends. */
interface UserAction {
  readonly path: string
  readonly calls: string
  /** Fills in and sends the form. */
  act(page: Page): Promise<void>
  /** Returns what the user filled in, which must still be there. */
  kept(page: Page): Promise<string>
  /** Sends the form again, now that the server answers, and waits for the result. */
  retry(page: Page): Promise<void>
}

describe.runIf(hasBrowser)("a refused request in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let repositoryUrl: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dashboard, repositoryUrl, close } = await startDashboardWithRepository())
    const snippet = { id: "https://otter.example", content: "Otters swim.", breadcrumb: "Otters", pageTitle: "Otters" }
    const library = { project: LIBRARY, title: "Otters", description: "Otters", infoSnippets: [snippet] }
    await dashboard.lectern.client.importLibraries([library])
  }, 120_000)
  afterAll(() => close())

  const USER_ACTIONS: Readonly<Record<string, UserAction>> = {
    "adding a library": {
      path: "/add",
      calls: "**/api/v2/add/**",
      async act(page) {
        await page.getByRole("textbox", { name: "Address" }).fill(repositoryUrl)
        await page.getByRole("button", { name: "Add library" }).click()
      },
      kept: (page) => page.getByRole("textbox", { name: "Address" }).inputValue(),
      async retry(page) {
        await page.getByRole("button", { name: "Add library" }).click()
        // Until the library is indexed, its title is the name of the repository. After that, the title comes from the README.
        await page.getByRole("heading", { name: "Crew", level: 1 }).waitFor()
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

  it.each(Object.keys(USER_ACTIONS))("says why %s failed, loses nothing, and can be tried again", async (name) => {
    const { path, calls, act, kept, retry } = USER_ACTIONS[name] as UserAction
    const { page, context } = await dashboard.openSignedIn(path)
    for (const [failure, respond, message] of FAILURES) {
      await page.goto(dashboard.lectern.url + path)
      // Only requests that change something fail: the page itself needs its GET requests.
      await page.route(calls, (route) =>
        route.request().method() === "GET" && name !== "asking" ? route.continue() : respond(route),
      )
      await act(page)
      await page.getByRole("alert").filter({ hasText: message }).waitFor()
      expect({ failure, kept: await kept(page) }).toEqual({ failure, kept: expect.stringMatching(/\w/) })
      expect({ failure, ...(await inspectPage(page)) }).toEqual({ failure, findings: [], overflow: 0 })
      await page.unroute(calls)
      if (failure === "the server is gone") await retry(page)
    }
    await context.close()
  })

  it("asks to sign in again when the session ends while a library is added", async () => {
    const { page, context } = await dashboard.openSignedIn("/add")
    await page.getByRole("textbox", { name: "Address" }).fill(repositoryUrl)
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
