import { MCP_TOOLS } from "@lectern/contract"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Locator } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type DashboardUnderTest,
  hasBrowser,
  PASSWORD,
  startDashboardWithRepository,
  mainLink,
} from "./dashboard-browser.ts"

/** Clicks from signing in to a copied setup; one more is a step backwards. */
const MAX_CLICKS = 6
const MAX_SECONDS = 180

/** Connects as an MCP client does with the copied address, and asks. */
async function askAsAgent(address: string): Promise<string> {
  const agent = new Client({ name: "claude-code", version: "2.0.0" })
  await agent.connect(new StreamableHTTPClientTransport(new URL(address)))
  const { content } = await agent.callTool({
    name: MCP_TOOLS.query,
    arguments: { libraryId: "/crew/docs", query: "when are otters fed" },
  })
  await agent.close()
  return JSON.stringify(content)
}

describe.runIf(hasBrowser)("the first run in a browser", { timeout: 200_000 }, () => {
  let dashboard: DashboardUnderTest
  let repositoryUrl: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dashboard, repositoryUrl, close } = await startDashboardWithRepository())
  }, 120_000)
  afterAll(() => close())

  it("goes from signing in to an agent that answers from the library in a few clicks", async () => {
    const { page, context } = await dashboard.openPage()
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    let clicks = 0
    const click = async (target: Locator) => {
      await target.click()
      clicks++
    }
    const startedMs = performance.now()
    await page.goto(`${dashboard.lectern.url}/sign-in`)
    await page.getByLabel("Name").fill("admin")
    await page.getByLabel("Password").fill(PASSWORD)
    await click(page.getByRole("button", { name: "Sign in" }))

    await click(page.getByRole("main").getByRole("link", { name: "Add a library" }).first())
    await page.getByRole("textbox", { name: "Address" }).fill(repositoryUrl)
    await click(page.getByRole("button", { name: "Add library" }))
    await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByLabel("Question").fill("when are otters fed")
    await click(page.getByRole("button", { name: "Ask" }))
    await page.getByText("The crew feeds the otters at dawn.").first().waitFor()
    await click(await mainLink(page, "Connect"))
    await click(page.getByRole("button", { name: "Copy Setup for Claude Code" }))
    await page.getByRole("button", { name: "Copied" }).waitFor()
    const setup = await page.evaluate<string>("navigator.clipboard.readText()")
    const answer = await askAsAgent(/https?:\S+/.exec(setup)?.[0] ?? "")
    const seconds = (performance.now() - startedMs) / 1000

    expect(setup).toMatch(/^claude mcp add --transport http lectern http\S+\/mcp$/)
    expect(answer).toContain("The crew feeds the otters at dawn.")
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)
    expect(seconds).toBeLessThan(MAX_SECONDS)
    console.info(`first sign-in to an agent's answer: ${clicks} clicks, ${seconds.toFixed(1)} s`)
  })
})
