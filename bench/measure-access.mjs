// Measures the cost of access checks, and whether response times distinguish hidden libraries from missing ones.
// Returns rows like measures.mjs.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../scripts/prepare.mjs"

const WARM_UP = 2_000
const ROUNDS = 10_000
/** Number of requests of each kind. They alternate, so that a slow machine slows down both. */
const PAIRS = 2_000
/** Number of accounts with access to the hidden library. */
const CHOSEN_PEOPLE = 500
const KEY = "lectern_a-key-for-measuring-of-32-characters"
const CHECKS_GOAL_MS = 0.2
/** A smaller difference cannot be distinguished from noise, even with a clock on the same machine. */
const DIFFERENCE_GOAL_MS = 0.1
const HIDDEN = "/secret/otters"
const MISSING = "/nobody/otters"
/** Requests about a library, which return 404 if it does not exist. */
const REQUESTS = [
  (id) => ({ url: `/api/v2/context?libraryId=${id}&query=otters` }),
  (id) => ({ url: `/api/v2/libs${id}` }),
  (id) => ({ method: "POST", url: "/api/v1/refresh", payload: { libraryName: id } }),
]

const built = (path) => import(pathToFileURL(join(root, "packages", path)).href)
const median = (numbers) => numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]
const row = (name, measured, goalMs, note) => ({
  name,
  goal: `≤ ${goalMs}`,
  measured,
  unit: "ms",
  isMet: measured <= goalMs,
  note,
})

/** Measures on a separate instance in this process. */
export async function measureAccess() {
  const { composeApp } = await built("server/dist/compose/compose-app.js")
  const { readSettings } = await built("server/dist/config/settings.js")
  const { systemClock } = await built("server/dist/base/clock.js")
  const { silentLog } = await built("server/dist/base/log.js")
  const dataDir = mkdtempSync(join(tmpdir(), "lectern-bench-access-"))
  const settings = readSettings({
    LECTERN_DATA_DIR: dataDir,
    LECTERN_ADMIN_PASSWORD: "a password for measuring",
    LECTERN_BOOTSTRAP_KEY: KEY,
    LECTERN_SAMPLE: "off",
  })
  const composed = await composeApp(settings, { clock: systemClock, log: silentLog, workerMode: "none" })
  try {
    const library = await addPrivateLibrary(composed.context)
    const checks = await measureChecks(composed.context, library)
    const toStrangers = await measureDifference(composed.app, {
      to: "a caller without a key",
      requests: REQUESTS.slice(0, 1),
    })
    await shut(composed.context, library)
    const headers = { authorization: `Bearer ${await addMember(composed.context)}` }
    const toMembers = await measureDifference(composed.app, {
      to: "a member without access",
      requests: REQUESTS,
      headers,
    })
    return [checks, toStrangers, toMembers]
  } finally {
    await composed.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function addPrivateLibrary({ catalogue, catalogueSync }) {
  const source = { type: "import", url: HIDDEN, hostKind: null, branch: null, sealedToken: null }
  const choice = { folders: [], excludeFolders: [], excludeFiles: [], skipVersionFiltering: false, generateDocs: false }
  const library = await catalogue.libraries.add({
    id: HIDDEN,
    kind: "import",
    title: "Otters",
    description: "",
    isDescribed: true,
    isPrivate: true,
    source: { ...source, ...choice },
  })
  await catalogueSync.catchUp()
  return library
}

/** Runs all access checks between a request for context and its library: key, permission table, access rules. */
async function measureChecks(context, library) {
  const { authorize } = await built("server/dist/access/permissions/authorize.js")
  const { visibleLibrariesFor } = await built("server/dist/service/libraries/lookup/visible-libraries.js")
  const headers = { authorization: `Bearer ${KEY}` }
  const times = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const startedMs = performance.now()
    const caller = await context.authenticator.authenticate(headers)
    const authorized = authorize(context, caller, "readContext")
    const reader = await visibleLibrariesFor(context, authorized)
    if (reader.visibilityOf(library) !== "visible") throw new Error("the caller may not read the library")
    if (round >= WARM_UP) times.push(performance.now() - startedMs)
  }
  return row(
    "access checks of a question, p50",
    median(times),
    CHECKS_GOAL_MS,
    `${ROUNDS.toLocaleString("en")} requests with a key`,
  )
}

/** Hides the library from everyone except admins with a list of chosen accounts, as a large teamspace would. */
async function shut({ catalogue, catalogueSync }, { key }) {
  const userKeys = Array.from({ length: CHOSEN_PEOPLE }, (_, at) => `person ${at}`)
  await catalogue.libraries.update(key, { access: { mode: "chosen", userKeys, groups: [] } })
  await catalogueSync.catchUp()
}

/** @returns the key of the member. */
async function addMember({ catalogue }) {
  const { newApiKey } = await built("server/dist/access/identity/api-keys.js")
  const { sha256Hex } = await built("server/dist/base/sha256.js")
  const { MAIN_TEAMSPACE: teamspaceKey } = await built("server/dist/catalogue/teamspaces/records.js")
  const account = { name: "member", role: "member", passwordHash: "", mustChangePassword: false }
  const { key: userKey } = await catalogue.users.add(account)
  const key = newApiKey()
  await catalogue.apiKeys.add({ userKey, teamspaceKey, label: "", keyHash: sha256Hex(key), hint: "" })
  return key
}

/** Returns the median of the differences of pairs, which a single slow request does not change. */
async function measureDifference(app, { to, requests, headers = {} }) {
  const timeOf = async (request, libraryId) => {
    const startedMs = performance.now()
    const { statusCode } = await app.inject({ ...request(libraryId), headers })
    if (statusCode !== 404) throw new Error(`${libraryId} answered ${statusCode}`)
    return performance.now() - startedMs
  }
  const differences = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const request = requests[pair % requests.length]
    // Each request is sent in both orders equally often.
    const isHiddenFirst = Math.floor(pair / requests.length) % 2 === 0
    const first = await timeOf(request, isHiddenFirst ? HIDDEN : MISSING)
    const second = await timeOf(request, isHiddenFirst ? MISSING : HIDDEN)
    differences.push(isHiddenFirst ? first - second : second - first)
  }
  const name = `extra time for a hidden library over a missing one, ${to}, median`
  return row(name, Math.abs(median(differences)), DIFFERENCE_GOAL_MS, `${PAIRS.toLocaleString("en")} pairs of requests`)
}
