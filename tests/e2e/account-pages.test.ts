import axe from "axe-core"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, startBrowser } from "../../scripts/browser.mjs"
import { freshInstance, type RunningLectern, startLectern } from "./running-lectern.ts"

const PASSWORD = "correct horse battery staple"
const FIND_VIOLATIONS = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`

describe.runIf(hasBrowser)("the account pages in a browser", { timeout: 120_000 }, () => {
  const instance = freshInstance()
  let lectern: RunningLectern
  let browser: Browser
  beforeAll(async () => {
    lectern = await startLectern({ ...instance, environment: { LECTERN_SAMPLE: "off", LECTERN_RATE_LIMITS: "off" } })
    browser = await startBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await lectern.stop()
    instance.remove()
  })

  const openPage = async (path: string, javaScriptEnabled: boolean): Promise<Page> => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
    await page.goto(`${lectern.url}${path}`)
    return page
  }
  const invite = async () =>
    (await lectern.client.teamspaces.createInvitation("main", { label: "ben", role: "developer" })).path

  it("let someone in without JavaScript: invitation, key, sign-out and sign-in", async () => {
    const path = await invite()
    const page = await openPage(path, false)

    await page.getByLabel("Invitation link").fill(`${lectern.url}${path}`)
    await page.getByLabel("Name").fill("ben")
    await page.getByLabel(/^New password/).fill(PASSWORD)
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByLabel("Name of the new key").fill("laptop")
    await page.getByRole("button", { name: "Create key" }).click()
    expect(await page.getByRole("status").textContent()).toMatch(/lectern_\w+/)

    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Name").fill("ben")
    await page.getByLabel("Password").fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    expect(await page.getByRole("alert").textContent()).not.toBe("")
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Your account" }).waitFor()
    expect(await page.getByText("laptop").count()).toBeGreaterThan(0)
  })

  it("have no accessibility problems", async () => {
    const page = await openPage("/account", true)
    const check = async () => {
      await page.evaluate(axe.source)
      return page.evaluate(FIND_VIOLATIONS)
    }
    expect(await check()).toEqual([])

    await page.getByLabel("Name").fill("ben")
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Your account" }).waitFor()
    expect(await check()).toEqual([])

    const { userCode } = await lectern.client.session.startDevice({ name: "lectern on laptop" })
    await page.goto(`${lectern.url}/account/device?code=${userCode}`)
    expect(await check()).toEqual([])
    await page.getByRole("button", { name: "Confirm" }).click()
    expect(await page.getByRole("status").textContent()).toContain("Signed in")
  })
})
