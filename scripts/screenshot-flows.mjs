// Flows that need a separate instance: the hosted edition, from signing up to joining a teamspace, and connecting an
// account with OAuth.
import { startTestOAuthHost } from "../packages/server/src/accounts/oauth/oauth-host.testing.ts"
import { freePort } from "../eval/processes.mjs"

const PASSWORD = "correct horse battery staple"
const SCOPES = ["read:page:confluence", "read:space:confluence"]
const SITES = ["otter", "harbour-crew-documentation"]

/** Creates a name that no run has used, because accounts persist between looks. */
let lastNumber = 0
const unused = (word) => `${word}-${(lastNumber += 1)}`

async function signUp(page, url, name) {
  await page.goto(`${url}/sign-up`, { waitUntil: "networkidle" })
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Password").fill(PASSWORD)
}

async function finishSignUp(page, url, name) {
  await signUp(page, url, name)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("heading", { name: "Get started" }).waitFor()
}

async function makeTeamspace(page, url) {
  await finishSignUp(page, url, unused("ada"))
  await page.goto(`${url}/admin/team`, { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "New teamspace" }).click()
  const name = unused("Otter crew")
  await page.getByRole("dialog").getByLabel("Name").fill(name)
  return name
}

async function switchTeamspace(page, url) {
  const name = await makeTeamspace(page, url)
  await page.getByRole("button", { name: "Create teamspace" }).click()
  await page.getByLabel("Active teamspace").selectOption({ label: name })
}

async function invite(page, url) {
  await finishSignUp(page, url, unused("ada"))
  await page.goto(`${url}/admin/team`, { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Invite someone" }).click()
  await page.getByLabel("Who is it for?").fill("Ben, documentation team")
  await page.getByRole("button", { name: "Create link" }).click()
  return (await page.getByLabel("invitation link", { exact: true }).textContent()) ?? ""
}

async function openInvitation(page, url) {
  const link = await invite(page, url)
  await page.context().clearCookies()
  await finishSignUp(page, url, unused("ben"))
  await page.goto(link, { waitUntil: "networkidle" })
  await page.getByText(/You are signed in as/).waitFor()
}

/** Starts a consent as the dashboard does. @returns the page of the service that asks for approval. */
async function openConsent(page, url, siteUrl) {
  await page.goto(`${url}/admin/connections`, { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Connect an account" }).click()
  await page.getByLabel("Service", { exact: true }).selectOption("wiki")
  if (siteUrl !== undefined) await page.getByLabel("Site", { exact: true }).fill(siteUrl)
  const opening = page.context().waitForEvent("page")
  await page.getByRole("button", { name: "Continue with Atlassian" }).click()
  const consent = await opening
  await consent.waitForURL(/\/authorize/)
  const address = consent.url()
  await consent.close()
  return address
}

/** The hosted edition. Each screenshot starts without a session. */
const HOSTED = {
  settings: async () => ({ LECTERN_EDITION: "hosted", LECTERN_SIGN_UP: "on", LECTERN_SAMPLE: "off" }),
  pictures: {
    "hosted-sign-in": (page, url) => page.goto(`${url}/sign-in`, { waitUntil: "networkidle" }),
    "hosted-sign-up": (page, url) => signUp(page, url, "ada"),
    "hosted-first-page": async (page, url) => {
      await finishSignUp(page, url, unused("ada"))
      await page.goto(`${url}/`, { waitUntil: "networkidle" })
    },
    "hosted-add": async (page, url) => {
      await finishSignUp(page, url, unused("ada"))
      await page.goto(`${url}/add`, { waitUntil: "networkidle" })
    },
    "hosted-new-teamspace": makeTeamspace,
    "hosted-switch-teamspace": switchTeamspace,
    "hosted-invite": invite,
    "hosted-join": openInvitation,
  },
}

/** Consent of an account that belongs to several sites. Each screenshot starts as the first admin. */
const CONSENT = {
  isAdmin: true,
  settings: async () => {
    const host = await startTestOAuthHost("confluence")
    for (const name of SITES) host.sites.push({ id: name, url: `https://${name}.atlassian.net`, name, scopes: SCOPES })
    CONSENT.host = host
    const port = await freePort()
    return {
      LECTERN_SAMPLE: "off",
      LECTERN_PORT: `${port}`,
      LECTERN_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
      LECTERN_CONFLUENCE_CLIENT_ID: host.clientId,
      LECTERN_CONFLUENCE_CLIENT_SECRET: host.clientSecret,
      LECTERN_CONFLUENCE_AUTH_URL: host.url,
      LECTERN_CONFLUENCE_API_URL: host.url,
    }
  },
  close: () => CONSENT.host.close(),
  pictures: {
    "consent-dialog": async (page, url) => {
      await page.goto(`${url}/admin/connections`, { waitUntil: "networkidle" })
      await page.getByRole("button", { name: "Connect an account" }).click()
      await page.getByLabel("Service", { exact: true }).selectOption("wiki")
    },
    "consent-question": async (page, url, askWithKey) => page.goto(await askWithKey({ kind: "wiki" })),
    "consent-denied": async (page, url) => {
      const asked = await openConsent(page, url)
      await page.goto(CONSENT.host.answer(asked, "deny"))
    },
    "consent-several-sites": async (page, url) => {
      const asked = await openConsent(page, url)
      await page.goto(CONSENT.host.answer(asked))
    },
    "consent-connected": async (page, url) => {
      const asked = await openConsent(page, url, `https://${SITES[0]}.atlassian.net`)
      await page.goto(CONSENT.host.answer(asked))
    },
    "consent-add": (page, url) =>
      page
        .goto(`${url}/add`, { waitUntil: "networkidle" })
        .then(() => page.getByRole("tab", { name: "Confluence" }).click()),
  },
}

/**
 * Each flow has settings of its server, and screenshots by name: functions that bring a page into the state to be
 * shown.
 */
export const FLOWS = [HOSTED, CONSENT]
