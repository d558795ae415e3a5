import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { isFinalJobState } from "@lectern/contract"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, type Look, PASSWORD, startDashboard } from "./dashboard-browser.ts"
import { projectRoot, type RunningLectern, waitFor } from "./running-lectern.ts"

const SIGN_OUT = "**/api/auth/sign-out"
const SAMPLE = "/lectern/docs"
const MAX_FIRST_LOAD_BYTES = 200 * 1024
const PETSTORE = `openapi: 3.1.0
info: { title: Otter store, version: 1.0.0, description: Sells otters. }
paths:
  /otters:
    get: { operationId: listOtters, summary: Lists all otters of the store, responses: { "200": { description: All otters } } }
`
describe.runIf(hasBrowser)("the dashboard in a browser", { timeout: 240_000 }, () => {
  let dashboard: DashboardUnderTest
  let lectern: RunningLectern
  const openPage = (look?: Look) => dashboard.openPage(look)
  beforeAll(async () => {
    dashboard = await startDashboard({ LECTERN_SAMPLE: "on" })
    ;({ lectern } = dashboard)
    await waitFor(
      "the sample library",
      () =>
        lectern.client.getLibrary(SAMPLE).then(
          ({ state }) => state === "finalized" || undefined,
          () => undefined,
        ),
      90_000,
    )
  }, 120_000)
  afterAll(() => dashboard.close())

  async function signIn(page: Page) {
    await page.goto(`${lectern.url}/sign-in`)
    await page.getByLabel("Name").fill("admin")
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(`${lectern.url}/`)
  }

  it("answers a question as an agent receives it, under an address that can be shared", async () => {
    const { page, errors } = await openPage()
    await page.goto(`${lectern.url}/libraries${SAMPLE}`)

    await page.getByLabel("Question").fill("How do I add a repository?")
    await page.getByRole("button", { name: "Ask" }).click()
    await page.getByRole("heading", { name: /^\d+ snippets?$/ }).waitFor()
    await page.getByRole("button", { name: "Text", exact: true }).click()
    const shown = await page.getByLabel("answer", { exact: true }).textContent()

    const text = await lectern.client.readContextText({ libraryId: SAMPLE, query: "How do I add a repository?" })
    expect(shown).toBe(text)
    expect(new URL(page.url()).searchParams.get("q")).toBe("How do I add a repository?")
    expect(errors).toEqual([])
  })

  it("counts a question once, however an admin looks at the answer", async () => {
    // A library of its own: questions of other tests may be counted at any time.
    const libraryId = "/otter/counted"
    const snippet = { id: "https://otter.example", content: "Otters swim.", breadcrumb: "Otters", pageTitle: "Otters" }
    await lectern.client.importLibraries([
      { project: libraryId, title: "Otters", description: "Otters", infoSnippets: [snippet] },
    ])
    // When the import ends, open pages read everything again.
    await waitFor("the import to end", async () => {
      const { jobs } = await lectern.client.listJobs({ libraryId })
      return jobs.length > 0 && jobs.every(({ state }) => isFinalJobState(state)) ? true : undefined
    })
    const countPageQuestions = async () => (await lectern.client.getMetrics({ libraryId })).total.page
    const { page } = await dashboard.openSignedIn("/libraries")
    const asked: string[] = []
    page.on("request", (request) => request.url().includes("/context?") && asked.push(request.url()))
    await page.goto(`${lectern.url}/libraries${libraryId}?q=how+otters+swim`)
    for (const view of ["Text", "JSON", "Explain", "Rendered"]) {
      await page.getByRole("button", { name: view, exact: true }).click()
    }
    await page.getByRole("tab", { name: "Files" }).click()
    await page.getByRole("tab", { name: "Ask" }).click()
    await page.getByRole("heading", { name: /^\d+ snippets?$/ }).waitFor()
    expect(asked).toHaveLength(1)

    // Counts are written in order: once this question is counted, everything before it is.
    await page.getByLabel("Question").fill("where do otters swim")
    await page.getByRole("button", { name: "Ask", exact: true }).click()
    await waitFor("the second question", async () => (asked.length === 2 ? true : undefined))
    await waitFor("both questions to be counted", async () => ((await countPageQuestions()) >= 2 ? true : undefined))
    expect(await countPageQuestions()).toBe(2)
  })

  it("says why signing in failed, and then shows what an admin may do", async () => {
    const { page } = await openPage()
    await page.goto(`${lectern.url}/add`)
    await page.getByText("Sign in to continue").waitFor()
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("Name").fill("admin")
    await page.getByLabel("Password").fill("wrong password")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("alert").waitFor()

    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Sign in" }).click()

    await page.getByRole("heading", { name: "Add a library" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/add")
  })

  it("signs out on the page that is open, and says if that failed", async () => {
    const { page } = await openPage()
    await signIn(page)
    await page.route(SIGN_OUT, (route) => route.abort())
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("alert").filter({ hasText: "Cannot reach the server" }).waitFor()
    await page.unroute(SIGN_OUT)

    await page.getByRole("button", { name: "Sign out" }).click()

    await page.getByRole("complementary").getByRole("link", { name: "Sign in" }).waitFor()
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0)
  })

  it("uploads a file and shows the library when it is indexed", async () => {
    const { page } = await openPage()
    await signIn(page)
    await page.goto(`${lectern.url}/add`)
    await page.getByRole("tab", { name: "Files" }).click()
    const file = { name: "otters.yaml", mimeType: "application/yaml", buffer: Buffer.from(PETSTORE) }
    await page.locator("input[type=file]").setInputFiles(file)
    await page.getByRole("button", { name: "Upload" }).click()

    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByLabel("Question").fill("list otters")
    await page.getByRole("button", { name: "Ask" }).click()

    await page.getByText("listOtters").first().waitFor()
  })

  it("opens the search with the keyboard and goes to what was found", async () => {
    const { page } = await openPage()
    await page.goto(lectern.url)
    await page.getByRole("heading", { level: 1 }).waitFor()

    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search libraries and pages" }).fill("connect")
    await page.getByRole("option", { name: /Connect/ }).waitFor()
    await page.keyboard.press("Enter")

    await page.getByRole("heading", { name: "Connect a client" }).waitFor()
  })

  it("shows the start page without JavaScript", async () => {
    const { page } = await openPage({ hasScripts: false })
    await page.goto(lectern.url)

    expect(await page.getByRole("heading", { name: "Documentation that answers." }).isVisible()).toBe(true)
    expect(await page.locator("code", { hasText: SAMPLE }).first().isVisible()).toBe(true)
    await page.getByRole("button", { name: "Ask" }).click()
    expect(await page.textContent("body")).toContain("Source:")
  })

  it("asks, lists and connects without JavaScript from every page that does so", async () => {
    const { page } = await openPage({ hasScripts: false })
    await page.goto(`${lectern.url}/libraries`)
    await page.getByRole("link", { name: SAMPLE }).click()
    await page.waitForURL(`${lectern.url}/libraries${SAMPLE}`)
    expect(await page.getByRole("heading", { name: SAMPLE }).isVisible()).toBe(true)

    await page.goto(`${lectern.url}/libraries${SAMPLE}?q=How+do+I+add+a+repository%3F&tokens=2000`)
    expect(await page.getByLabel("Question").inputValue()).toBe("How do I add a repository?")
    await page.getByRole("button", { name: "Ask" }).click()
    const shown = (await page.textContent("body")) ?? ""
    const asked = { libraryId: SAMPLE, query: "How do I add a repository?", tokens: 2000 }
    expect(shown.trim()).toBe((await lectern.client.readContextText(asked)).trim())

    await page.goto(lectern.url)
    await page.getByRole("navigation").getByRole("link", { name: "Connect" }).click()
    const setup = page.locator("pre").filter({ hasText: `claude mcp add --transport http lectern ${lectern.url}/mcp` })
    await setup.waitFor()
  })

  it("loads at most 200 KB at first", async () => {
    const { page } = await openPage()
    const names: string[] = []
    page.on("response", (response) => names.push(new URL(response.url()).pathname))
    await page.goto(lectern.url, { waitUntil: "networkidle" })
    const folder = join(projectRoot, "packages/server/dist/web/assets")
    const compressed = readdirSync(folder).filter((name) => names.includes(`/assets/${name.replace(/\.gz$/, "")}`))
    const bytes = compressed.filter((name) => name.endsWith(".gz")).map((name) => statSync(join(folder, name)).size)

    expect(bytes.length).toBeGreaterThan(2)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES)
  })
})
