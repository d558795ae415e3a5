import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { startSite, type SiteHost } from "../requirements/site-host.ts"
import {
  type DashboardUnderTest,
  hasBrowser,
  inspectLooks,
  PASSWORD,
  startDashboard,
  mainLink,
} from "./dashboard-browser.ts"

describe.runIf(hasBrowser)("the administration in a browser", { timeout: 120_000 }, () => {
  let dashboard: DashboardUnderTest
  let service: SiteHost
  let host: GitHost
  const backups = mkdtempSync(join(tmpdir(), "lectern-dashboard-backups-"))
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("crew/docs", { "README.md": "# Crew\n\nThe crew feeds the otters at dawn.\n" })
    service = await startSite({
      "/hook": (_request, response) => void response.writeHead(202).end("accepted"),
      "/api/v4/user": (_request, response) =>
        void response.writeHead(200, { "content-type": "application/json" }).end('{"username":"tender"}'),
    })
    dashboard = await startDashboard({ LECTERN_BACKUP_TO: backups })
  }, 120_000)
  afterAll(async () => {
    await dashboard.close()
    await service.close()
    await host.close()
    rmSync(backups, { recursive: true, force: true })
  })

  it("makes an account, gives it another role and deletes it", async () => {
    const { page } = await dashboard.openSignedIn("/admin/users")
    await page.getByRole("button", { name: "New account" }).click()
    await page.getByLabel("Name").fill("ada")
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Create account" }).click()
    const row = page.getByRole("row", { name: /ada/ })
    await row.waitFor()

    await row.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Role").selectOption("admin")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /ada.*Admin/ }).waitFor()
    await row.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog", { name: "Delete ada?" }).getByRole("button", { name: "Delete" }).click()

    await row.waitFor({ state: "detached" })
  })

  it("invites a member, who makes an account and sees only what a member may", async () => {
    const { page } = await dashboard.openSignedIn("/admin/team")
    await page.getByRole("button", { name: "Invite someone" }).click()
    await page.getByLabel("Who is it for?").fill("Grace")
    await page.getByRole("button", { name: "Create link" }).click()
    const link = await page.getByLabel("invitation link", { exact: true }).textContent()

    const { page: other } = await dashboard.openPage()
    await other.goto(link ?? "")
    await other.getByLabel("Name").fill("grace")
    await other.getByLabel("Password").fill(PASSWORD)
    await other.getByRole("button", { name: "Create account" }).click()
    await (await mainLink(other, "Administration")).click()
    await other.getByRole("heading", { name: "Team" }).waitFor()

    // Links, or options of a list on a small screen.
    const links = other.getByRole("navigation", { name: "Administration" }).getByRole("link")
    const shown = await links.or(other.getByLabel("Section").getByRole("option")).allTextContents()
    expect(shown).toEqual(["Team", "Projects", "Policies", "Connections"])
    await other.goto(`${dashboard.lectern.url}/admin/users`)
    await other.getByText("You cannot open this page").waitFor()
  })

  it("backs up at once, and shows the command that restores each backup", async () => {
    const { page } = await dashboard.openSignedIn("/admin/backups")
    const rows = page.getByRole("region", { name: "Backups" }).getByRole("row")
    // The worker makes the first backup when it starts.
    await page.getByRole("heading", { name: "1 backup" }).waitFor()

    await page.getByRole("button", { name: "Back up now" }).click()
    await page.getByRole("heading", { name: "2 backups" }).waitFor()
    await page.getByRole("heading", { name: "The last backup is complete" }).waitFor()
    const [newest] = (await dashboard.lectern.client.admin.getBackups()).backups
    expect(await rows.count()).toBe(3)
    await rows.nth(1).getByRole("button", { name: "Restore" }).click()
    const command = await page.getByLabel("restore command", { exact: true }).textContent()

    expect(command).toContain(`npx lectern restore ${backups} --at ${newest?.name} --data-dir `)
  })

  it("shows what a change of policies hides before it is saved", async () => {
    await dashboard.lectern.client.importLibraries([
      { project: "/otter/docs", codeList: [], infoSnippets: [] } as never,
    ])
    const { page } = await dashboard.openSignedIn("/admin/policies")
    await page.getByLabel("Libraries that members can use").selectOption("select")

    await page.getByText("After saving, members can use").waitFor()
    await page.getByRole("button", { name: "Save policies" }).click()
    await page.getByText("Policies saved").waitFor()
    const { libraryFilters } = await dashboard.lectern.client.visibility.getPolicies()
    expect(libraryFilters.mode).toBe("select")
    await dashboard.lectern.client.visibility.updatePolicies({ libraryFilters: { mode: null } })
  })

  it("makes a webhook whose secret is shown once, tests it and delivers an event again", async () => {
    const { page } = await dashboard.openSignedIn("/admin/webhooks")
    await page.getByRole("button", { name: "New webhook" }).click()
    await page.getByLabel("URL").fill(`${service.url}/hook`)
    await page.getByRole("button", { name: "Create webhook" }).click()
    expect(await page.getByLabel("secret of the webhook", { exact: true }).textContent()).toMatch(/^whsec_/)
    await page.keyboard.press("Escape")

    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText("Responded with status 202").waitFor()
    await page.getByRole("button", { name: "Deliveries" }).click()
    await page.getByRole("button", { name: "Details" }).first().click()
    await page.getByRole("button", { name: "Deliver again" }).click()

    await page.getByText("The event is queued again").waitFor()
    expect(service.asked).toContain("/hook")
  })

  it("connects an account and tests it", async () => {
    const { page } = await dashboard.openSignedIn("/admin/connections")
    await page.getByRole("button", { name: "Connect an account" }).click()
    await page.getByLabel("Service", { exact: true }).selectOption("git")
    await page.getByLabel("Address of the service").fill(service.url)
    await page.getByLabel("Token", { exact: true }).fill("glpat-example")
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByRole("button", { name: "Test" }).click()

    await page.getByText(/accepts the account as tender/).waitFor()
  })

  it("shows what a lectern.yaml would change before it is applied", async () => {
    const { page } = await dashboard.openSignedIn("/admin/config")
    await page.getByLabel("Text of the file").fill(`libraries:\n  - git: ${host.url}/crew/docs.git\n`)
    await page.getByRole("button", { name: "Show changes" }).click()
    await page.getByText("Nothing has changed yet.").waitFor()
    await page.getByRole("button", { name: "Apply 1 change" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click()

    await page.getByText("New libraries are indexed in the background.").waitFor()
  })

  it("shows whether each part of the instance works", async () => {
    const { page } = await dashboard.openSignedIn("/admin/health")
    for (const part of ["Catalogue", "Index files and uploads", "Workers", "Disk"]) {
      await page.getByRole("term").filter({ hasText: part }).first().waitFor()
    }
    await page.getByText("At least one worker runs").waitFor()
    await page.route("**/api/v2/admin/status", async (route) => {
      const response = await route.fetch()
      const status = (await response.json()) as { parts: { part: string; status: string; message: string }[] }
      const gone = { status: "error", message: "no worker has reported since yesterday, and 3 jobs wait" }
      const parts = status.parts.map((part) => (part.part === "workers" ? { ...part, ...gone } : part))
      await route.fulfill({ json: { ...status, parts } })
    })
    await page.getByRole("button", { name: "Check now" }).click()

    await page.getByRole("heading", { name: "1 of 5 parts is failing" }).waitFor()
    await page.getByText("No worker has reported since yesterday, and 3 jobs wait").waitFor()
  })

  it("filters the audit log on the server", async () => {
    await dashboard.lectern.client.admin.createUser({ name: "auditor", password: PASSWORD, role: "member" })
    const { page } = await dashboard.openSignedIn("/admin/audit")
    await page.getByRole("cell", { name: "session.begin" }).first().waitFor()
    await page.getByLabel("Action").fill("user.")

    await page.getByRole("cell", { name: "session.begin" }).first().waitFor({ state: "detached" })
    await page.getByRole("row", { name: /user\.create.*auditor/ }).waitFor()
  })

  it("has no accessibility finding in a dialog", async () => {
    const { page } = await dashboard.openSignedIn("/admin/team")
    await page.getByRole("button", { name: "Invite someone" }).click()
    await page.getByLabel("Who is it for?").waitFor()

    expect(await inspectLooks(page)).toEqual([])
  })
})
