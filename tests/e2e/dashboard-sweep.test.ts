import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type DashboardUnderTest,
  hasBrowser,
  inspectAndLeave,
  type OpenPage,
  PASSWORD,
  settle,
  startDashboard,
} from "./dashboard-browser.ts"
import { waitFor } from "./running-lectern.ts"

const LIBRARY = "/lectern/docs"
const ASKED = `/libraries${LIBRARY}?q=install`
/** Addresses for the routes with parameters. A new route of this kind needs an entry; tabs and sections are found in the pages. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/libraries/$owner/$repo": [
    `/libraries${LIBRARY}`,
    ...["rendered", "text", "json", "explain"].map((view) => `${ASKED}&view=${view}`),
    `${ASKED}&compare=${LIBRARY}`,
    `/libraries${LIBRARY}?tab=snippets&page=quick-start.md`,
    `/libraries${LIBRARY}?tab=snippets&find=token`,
    `${ASKED}&view=explain&compare=${LIBRARY}`,
    "/libraries/nobody/nothing",
  ],
  "/admin/$section": ["/admin/nothing", "/admin/settings"],
}
/** Pages that the server renders without the dashboard. */
const PLAIN_PAGES = ["/account", "/docs/", "/docs/dashboard"]
/**
 * Runs in the browser: lists the kinds of elements on a page. What axe finds depends on the tag, class, role and name of an element and on the
 * elements around it. If inspected pages have all kinds of a page, it is skipped, such as most pages that a member and an admin see alike.
 */
const KINDS = `(() => {
  const kind = (element) => [element?.tagName, element?.getAttribute("class"), element?.getAttribute("role")].join()
  const kinds = [...document.querySelectorAll("main, main *")].map((element) => [
    kind(element), kind(element.parentElement), kind(element.parentElement?.parentElement), element.disabled,
    element.getAttributeNames().filter((name) => name.startsWith("aria-") || name === "title" || name === "for").join(" "),
    element.textContent.trim() === "",
  ].join(";"))
  return [...new Set(kinds)]
})()`
const EDITIONS = ["self-hosted", "hosted"] as const
/** The page of backups looks different without a schedule, as in the hosted edition here. */
const backups = mkdtempSync(join(tmpdir(), "lectern-swept-"))
const SETTINGS = { "self-hosted": { LECTERN_BACKUP_TO: backups }, hosted: {} } as const

/** Reads the paths of the dashboard from the router that runs in a page, so that new pages are visited as well. */
async function addressesOfRoutes(page: Page): Promise<readonly string[]> {
  const patterns = await page.evaluate<readonly string[]>("Object.keys(globalThis.__TSR_ROUTER__.routesByPath)")
  return patterns.flatMap((pattern) => {
    if (!pattern.includes("$")) return [pattern]
    const examples = EXAMPLES[pattern]
    if (examples === undefined) throw new Error(`no address for the route ${pattern}: add one to EXAMPLES`)
    return examples
  })
}

/**
 * Goes to an address by the router of the dashboard, unless the page has none. Loading a page takes four times as long, and axe would have
 * to be loaded again as well.
 */
async function navigate(page: Page, root: string, address: string): Promise<void> {
  const isPlain = PLAIN_PAGES.includes(address)
  if (isPlain || !(await page.evaluate<boolean>("globalThis.__TSR_ROUTER__ !== undefined"))) {
    await page.goto(root + address)
    return
  }
  await page.evaluate(`globalThis.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`)
  await page.waitForFunction(IS_RENDERED)
}

/** Runs in the browser: whether the page of the current address has replaced the one before. */
const IS_RENDERED = `(({ status, location, resolvedLocation }) => status === "idle" && resolvedLocation?.href === location.href)(
  globalThis.__TSR_ROUTER__.state)`

describe.runIf(hasBrowser)("every page of the dashboard", { timeout: 240_000 }, () => {
  const dashboards = new Map<string, DashboardUnderTest>()
  const inspected = new Set<string>()
  beforeAll(async () => {
    for (const edition of EDITIONS) {
      const settings = { LECTERN_EDITION: edition, LECTERN_SIGN_UP: "on", LECTERN_SAMPLE: "on", ...SETTINGS[edition] }
      const dashboard = await startDashboard(settings)
      dashboards.set(edition, dashboard)
      const { client } = dashboard.lectern
      await client.admin.createUser({ name: "member", password: PASSWORD, role: "member" })
      await waitFor("the sample library", () =>
        client.getLibrary(LIBRARY).then(
          ({ state }) => state === "finalized" || undefined,
          () => undefined,
        ),
      )
    }
  }, 120_000)
  afterAll(async () => {
    for (const dashboard of dashboards.values()) await dashboard.close()
    rmSync(backups, { recursive: true, force: true })
  })

  async function open(edition: string, name: string | undefined): Promise<OpenPage & { readonly root: string }> {
    const dashboard = dashboards.get(edition) as DashboardUnderTest
    const opened = await (name === undefined ? dashboard.openPage() : dashboard.openSignedIn("/", { name }))
    await opened.page.goto(dashboard.lectern.url)
    await settle(opened.page)
    return { ...opened, root: dashboard.lectern.url }
  }

  it.each(
    EDITIONS.flatMap((edition) => [
      [edition, "an admin", "admin"],
      [edition, "a member", "member"],
      [edition, "an anonymous reader", undefined],
    ]) as readonly (readonly [string, string, string | undefined])[],
  )("has no accessibility finding and no sideways scrolling, %s, for %s", async (edition, _who, name) => {
    const { page, errors, context, root } = await open(edition, name)
    const found: string[] = []
    const inspect = async (label: string) => {
      const kinds = await page.evaluate<readonly string[]>(KINDS)
      if (kinds.every((kind) => inspected.has(kind))) return
      for (const kind of kinds) inspected.add(kind)
      found.push(...(await inspectAndLeave(page)).map((finding) => `${label}: ${finding}`))
    }
    found.push(...(await inspectAndLeave(page)))
    const addresses = new Set([...(await addressesOfRoutes(page)), ...PLAIN_PAGES])
    for (const address of addresses) {
      // Readers without an account load each page, so that this works as well; they see the fewest.
      await (name === undefined ? page.goto(root + address) : navigate(page, root, address))
      await settle(page)
      await inspect(address)
      const tabs = address.includes("?") ? [] : await page.getByRole("tab").all()
      for (const tab of tabs) {
        await tab.click()
        await settle(page)
        await inspect(`${address} ${await tab.textContent()}`)
      }
      const sections = page
        .getByRole("navigation", { name: "Administration", includeHidden: true })
        .getByRole("link", { includeHidden: true })
      for (const section of await sections.all()) addresses.add((await section.getAttribute("href")) ?? "")
    }
    await context.close()

    expect({ found, errors }).toEqual({ found: [], errors: [] })
  })
})
