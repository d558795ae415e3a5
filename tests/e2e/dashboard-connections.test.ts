import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf } from "../../packages/parsers/src/formats/pdf/make-pdf.testing.ts"
import { startTestOAuthHost, type TestOAuthHost } from "../../packages/server/src/accounts/oauth/oauth-host.testing.ts"
import {
  startTestNotes,
  type TestNotes,
  textBlock,
} from "../../packages/server/src/sources/notes/notes-server.testing.ts"
import { startTestWiki, type TestWiki } from "../../packages/server/src/sources/wiki/wiki-server.testing.ts"
import { type DashboardUnderTest, hasBrowser, inspectLooks, startDashboard } from "./dashboard-browser.ts"
import { freePort } from "../../packages/server/src/base/free-port.testing.ts"

const GATEWAY = "Bearer of the gateway"
const SCOPES = ["read:page:confluence", "read:space:confluence"]
const TOKEN = "a-token-of-the-notes"

describe.runIf(hasBrowser)("connected accounts and uploads in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let confluence: TestOAuthHost
  let wiki: TestWiki
  let notes: TestNotes
  beforeAll(async () => {
    confluence = await startTestOAuthHost("confluence")
    wiki = await startTestWiki({ edition: "cloud", authorization: GATEWAY })
    wiki.pages.push({ id: "1", title: "Otter home", body: "<p>Otters sleep in the river.</p>", version: 1 })
    const forwardTo = { url: wiki.url, authorization: GATEWAY }
    for (const name of ["otter", "heron"]) {
      confluence.sites.push({ id: name, url: `https://${name}.atlassian.net`, name, scopes: SCOPES, forwardTo })
    }
    notes = await startTestNotes(TOKEN)
    const editedAt = "2026-11-01T00:00:00.000Z"
    notes.pages.push(
      { id: "n1", title: "Harbour", blocks: [textBlock("paragraph", "Ships moor at the northern pier.")], editedAt },
      { id: "n2", title: "Salaries", blocks: [textBlock("paragraph", "The cook earns forty herrings.")], editedAt },
    )
    const port = await freePort()
    dashboard = await startDashboard({
      LECTERN_PORT: `${port}`,
      LECTERN_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LECTERN_CONFLUENCE_CLIENT_ID: confluence.clientId,
      LECTERN_CONFLUENCE_CLIENT_SECRET: confluence.clientSecret,
      LECTERN_CONFLUENCE_AUTH_URL: confluence.url,
      LECTERN_CONFLUENCE_API_URL: confluence.url,
    })
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await Promise.all([confluence.close(), wiki.close(), notes.close()])
  })

  it("connects Notion with a token while pages are added, and reads the chosen page", async () => {
    const { page, errors } = await dashboard.openSignedIn("/add")
    await page.getByRole("tab", { name: "Notion" }).click()
    await page.getByRole("button", { name: "Connect Notion" }).click()
    await page.getByLabel("Address of the service").fill(notes.url)
    await page.getByLabel("Token", { exact: true }).fill("wrong")
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByRole("dialog").getByRole("alert").waitFor()
    expect(await inspectLooks(page)).toEqual([])
    await page.getByLabel("Token", { exact: true }).fill(TOKEN)
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByRole("checkbox", { name: "Harbour" }).check()
    await page.getByText("1 page chosen").waitFor()
    expect(await inspectLooks(page)).toEqual([])
    await page.getByLabel("Title", { exact: true }).fill("Harbour handbook")
    await page.getByLabel("Description").fill("What the harbour crew has to know.")
    await page.getByRole("button", { name: "Add library" }).click()
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })

    await page.getByLabel("Question").fill("where do ships moor")
    await page.getByRole("button", { name: "Ask" }).click()
    await page.getByText("northern pier").first().waitFor()
    expect(await page.getByText("forty herrings").count()).toBe(0)
    expect(errors).toEqual([])
  })

  it("connects Confluence by consent, for the site that is named among several, and reads a space", async () => {
    const { page, context, errors } = await dashboard.openSignedIn("/admin/connections")
    await page.getByRole("button", { name: "Connect an account" }).click()
    await page.getByLabel("Service", { exact: true }).selectOption("wiki")
    await page.getByLabel("Site", { exact: true }).fill("https://otter.atlassian.net")
    expect(await inspectLooks(page)).toEqual([])
    const opening = context.waitForEvent("page")
    await page.getByRole("button", { name: "Continue with Atlassian" }).click()
    const consent = await opening
    await consent.waitForURL((url) => url.href.startsWith(confluence.url))
    await consent.goto(confluence.answer(consent.url()))
    await consent
      .getByText(/connected/i)
      .first()
      .waitFor()

    await page.goto(`${dashboard.lectern.url}/add`)
    await page.getByRole("tab", { name: "Confluence" }).click()
    const panel = page.getByRole("tabpanel", { name: "Confluence" })
    await panel.getByLabel("Space").selectOption("OTTER")
    await panel.getByRole("button", { name: "Add library" }).click()
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByLabel("Question").fill("where do otters sleep")
    await page.getByRole("button", { name: "Ask" }).click()
    await page.getByText("in the river").first().waitFor()
    expect(errors).toEqual([])
  })

  it("uploads several files, tells the limits before, and shows how far each file is", async () => {
    const { page, context, errors } = await dashboard.openSignedIn("/add")
    await page.getByRole("tab", { name: "Files" }).click()
    await page.getByText(/up to 50 files of 50 MB, 200 MB together/).waitFor()
    const chosen = page.locator("input[type=file]")
    await chosen.setInputFiles([{ name: "notes.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") }])
    await page.getByText("notes.exe cannot be uploaded: only PDF and DOCX files, or one OpenAPI description.").waitFor()
    expect(await page.getByRole("button", { name: "Upload" }).isDisabled()).toBe(true)
    await page.getByRole("button", { name: "Remove notes.exe" }).click()

    const pdf = (heading: string, text: string) => makePdf([{ heading, text }])
    // An empty input reports the next choice even if it is the same file.
    expect(await chosen.inputValue()).toBe("")
    await chosen.setInputFiles([
      { name: "tanks.pdf", mimeType: "application/pdf", buffer: await pdf("Tanks", "Rinse each tank on Monday.") },
      { name: "food.pdf", mimeType: "application/pdf", buffer: await pdf("Food", "Otters eat sea urchins.") },
    ])
    await page.getByLabel("Title", { exact: true }).fill("Otter manuals")
    // The request waits, so that the bars can be seen.
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => (goOn = resolve))
    await context.route("**/api/v2/add/*-upload", async (route) => {
      await waiting
      await route.continue()
    })
    await page.getByRole("button", { name: "Upload" }).click()
    await page.getByRole("progressbar", { name: "Upload of tanks.pdf" }).waitFor()
    await page.getByRole("progressbar", { name: "Upload of food.pdf" }).waitFor()
    expect(await inspectLooks(page)).toEqual([])
    goOn()
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByLabel("Question").fill("what do otters eat")
    await page.getByRole("button", { name: "Ask" }).click()
    await page.getByText("sea urchins").first().waitFor()
    expect(errors).toEqual([])
  })
})
