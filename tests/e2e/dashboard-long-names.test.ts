import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type DashboardUnderTest, hasBrowser, inspectPage, startDashboard } from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

/** Long words without a hyphen, at which browsers never break a line by themselves. */
const OWNER = "o".repeat(60)
const NAME = "n".repeat(100)
const LIBRARY = `/${OWNER}/${NAME}`
const KEY_NAME = "k".repeat(100)

describe.runIf(hasBrowser)("long names without spaces in the dashboard", { timeout: 240_000 }, () => {
  let dashboard: DashboardUnderTest
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { client } = dashboard.lectern
    const url = `https://otter.example/${NAME}${NAME}`
    const snippet = { id: url, content: `Otters ${NAME}.`, breadcrumb: NAME, pageTitle: NAME }
    await client.importLibraries([
      { project: LIBRARY, title: NAME, description: NAME, infoSnippets: [snippet] },
    ] as never)
    await waitFor(LIBRARY, () =>
      client.getLibrary(LIBRARY).then(
        ({ state }) => state === "finalized" || undefined,
        () => undefined,
      ),
    )
    await client.webhooks.create({ url, description: NAME, events: [] })
    await client.teamspaces.createProject((await teamspaceId()) ?? "", { name: KEY_NAME })
    await client.visibility.updateAccessRules({ set: [{ prefix: LIBRARY, access: "everyone" }] } as never)
    await client.admin.createUser({ name: KEY_NAME, password: "correct horse battery staple", role: "member" })
  }, 120_000)
  afterAll(() => dashboard.close())

  async function teamspaceId() {
    const { page, context } = await dashboard.openSignedIn("/")
    const response = await page.request.get(`${dashboard.lectern.url}/api/auth/session`)
    const { teamspace } = (await response.json()) as { teamspace: { id: string } | null }
    await context.close()
    return teamspace?.id
  }

  it.each([1280, 380])("do not widen a page at %i px", async (width) => {
    const { page } = await dashboard.openSignedIn("/settings", { width })
    await page.getByLabel("Name of the new key").fill(KEY_NAME)
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByLabel("new key", { exact: true }).waitFor()
    expect({ path: "key", ...(await inspectPage(page)) }).toEqual({ path: "key", findings: [], overflow: 0 })
    await page.getByRole("button", { name: "Revoke" }).first().click()
    await page.getByRole("dialog").waitFor()
    expect({ path: "revoke", ...(await inspectPage(page)) }).toEqual({ path: "revoke", findings: [], overflow: 0 })

    const tabs = ["snippets", "files", "versions", "usage", "quality", "settings"]
    const sections = ["team", "users", "projects", "access", "webhooks", "usage", "schedules", "audit", "policies"]
    const paths = [
      "/",
      "/libraries",
      "/jobs",
      "/settings",
      `/libraries${LIBRARY}?q=otters`,
      `/libraries${LIBRARY}?q=otters&view=explain`,
      `/libraries${LIBRARY}?q=otters&compare=${LIBRARY}`,
      `/libraries${LIBRARY}?version=${NAME}&tab=files`,
      ...tabs.map((tab) => `/libraries${LIBRARY}?tab=${tab}`),
      `/libraries/${NAME}/${NAME}`,
      ...sections.map((section) => `/admin/${section}`),
    ]
    const wide: unknown[] = []
    for (const path of paths) {
      await page.goto(dashboard.lectern.url + path, { waitUntil: "networkidle" })
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")
      const scrolled = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll("main [role=region], main section, main dl, main td > div")]
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
          .map((each) => each.outerHTML.slice(0, 160))`,
      )
      if (overflow > 0 || scrolled.length > 0)
        wide.push({ path: path.slice(0, 30) + path.slice(-20), overflow, scrolled })
    }
    expect(wide).toEqual([])
  })
})
