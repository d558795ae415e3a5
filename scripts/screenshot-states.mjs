// States of pages that a running instance does not normally show: loading, empty, refused and failed requests, and long
// content.
const SAMPLE = "/lectern/docs"
const ANY_CALL = "**/api/v2/**"
const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapit"
const LONG_ID = "/crew/handbook-of-the-harbour-crew-and-of-all-otters"
const FAILED_ID = "/example/private-repository"

/** A library whose texts are as long as can reasonably be expected. */
export const LONG_LIBRARY = {
  project: LONG_ID,
  title: `${LONG_WORD} ${"handbook of the harbour crew and its otters ".repeat(3)}`.slice(0, 120),
  description: "Everything that the crew has to know about otters. ".repeat(12),
  infoSnippets: [
    {
      id: `https://otter.example/${LONG_WORD}`,
      content: `Otters ${LONG_WORD} sleep. ${LONG_WORD.repeat(4)}`,
      breadcrumb: `${LONG_WORD} > Sleep`,
      pageTitle: LONG_WORD,
    },
  ],
}

const errorOf = (status, error, message, more = {}) => ({
  status,
  headers: { "x-request-id": "9f3c2b7a-4d51" },
  contentType: "application/json",
  body: JSON.stringify({ error, message, ...more }),
})

/** Responds to the dashboard's requests to one path. */
const answering = (pattern, answer) => (page) => page.route(pattern, (route) => route.fulfill(answer))
const json = (body) => ({ contentType: "application/json", body: JSON.stringify(body) })
const holding = (page) => page.route(ANY_CALL, () => new Promise(() => {}))
const missing = (page) => page.route(ANY_CALL, (route) => route.abort())

const unlocked = errorOf(403, "forbidden", "the role developer cannot do this. Ask an admin of this instance")
const limited = errorOf(429, "rate_limit_exceeded", "too many requests. Try again in 30 seconds")
const taken = errorOf(409, "duplicate_repo", "cannot add the repository: it already exists as the private library /a/b")
const large = errorOf(413, "payload_too_large", "the request is larger than 200 MB. Upload fewer files")
const broken = errorOf(
  500,
  "internal_error",
  "an unexpected error occurred. If the problem persists, send this request ID to your administrator",
)

async function addAddress(page) {
  await page.getByRole("textbox", { name: "Address" }).fill("https://github.com/honojs/website")
  await page.getByRole("button", { name: "Add library" }).click()
  await page.getByRole("alert").first().waitFor()
}

async function previewRepository(page) {
  await page.getByRole("textbox", { name: "Address" }).fill("https://github.com/honojs/website")
  await page.getByRole("button", { name: "Preview files" }).click()
  await page
    .getByText(/would be read|No documentation files|without a preview/)
    .first()
    .waitFor()
  await page
    .getByRole("button", { name: "Folders in docs" })
    .click({ timeout: 1_000 })
    .catch(() => undefined)
}

const folder = (path, includedCount, knownCount = includedCount) => ({ path, includedCount, knownCount })
const leftOut = (reason, fileCount, ...paths) => ({
  reason,
  byDefault: true,
  fileCount,
  files: paths.map((path) => ({ path, detail: null })),
})
const listed = {
  branch: "main",
  revision: "4f0c1d2a".padEnd(40, "0"),
  libraryConfig: "lectern.json",
  knownCount: 1284,
  includedCount: 312,
  included: ["README.md", "docs/getting-started.md", `docs/guides/${LONG_WORD.repeat(3)}.md`],
  excludedCount: 972,
  excluded: ["docs/zh/getting-started.md"],
  folderCount: 7,
  folders: [
    folder("docs", 310, 1270),
    folder("docs/guides", 300),
    folder(`docs/${LONG_WORD.repeat(2)}`, 10),
    folder("docs/zh", 0, 960),
    folder("examples", 1),
    folder("tests", 0, 12),
  ],
  exclusions: [leftOut("translation", 960, "docs/zh/getting-started.md"), leftOut("excluded_folder", 12, "tests/a.md")],
  notes: [],
  otherFiles: [],
}
const nothingListed = {
  ...listed,
  knownCount: 0,
  includedCount: 0,
  excludedCount: 0,
  folderCount: 0,
  included: [],
  excluded: [],
  folders: [],
  exclusions: [],
  otherFiles: [
    { pattern: "*.go", fileCount: 412 },
    { pattern: "*.png", fileCount: 9 },
  ],
}
const noAccess = errorOf(
  403,
  "forbidden",
  "cannot read the repository: github.com requires authentication, or the repository does not exist. Send a gitToken that can read it",
)

async function uploadFile(page) {
  await page.getByRole("tab", { name: "Files" }).click()
  const files = ["tanks.pdf", "a-very-long-name-of-a-file-that-nobody-shortened-before-uploading-it.pdf"]
  const file = (name) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") })
  await page.locator("input[type=file]").setInputFiles(files.map(file))
  await page.getByRole("button", { name: "Upload", exact: true }).click()
  await page.getByRole("alert").first().waitFor()
}

async function chooseBlock(page) {
  await page.getByRole("radio", { name: /^Block the library/ }).check()
  await page.getByText("After saving").waitFor()
}

async function changeId(page) {
  await page.getByRole("textbox", { name: "Library id" }).fill("/crew/handbook")
  await page.getByRole("radio", { name: /^Private/ }).check()
  await page.getByText(/accounts outside your teamspace/).waitFor()
}

/** The dashboard retries failed requests before it shows the failure. */
const seesAlert = (page) => page.getByRole("alert").first().waitFor()

/** Requests a sign-in of a command line, as `lectern login` does, and opens its page. */
async function openDeviceSignIn(page) {
  const asked = await fetch(new URL("/api/auth/device", page.url()), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "lectern on laptop" }),
  })
  const { path } = await asked.json()
  await page.goto(new URL(path, page.url()).href)
}

const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString()
const backup = (minutes, more = {}) => ({
  name: minutesAgo(minutes).replaceAll(":", "-"),
  location: "/var/backups/lectern",
  madeAt: minutesAgo(minutes),
  durationMs: 83_400,
  libraries: 1204,
  files: 8810,
  lostFiles: 0,
  addedBytes: 48_300_000,
  ...more,
})
const DAY_MINUTES = 1_440
const BACKUPS = {
  schedule: { location: "/var/backups/lectern", intervalHours: 24, keep: 7 },
  nextAt: minutesAgo(180 - DAY_MINUTES),
  requested: null,
  running: null,
  latest: backup(180),
  removalProblem: null,
  failure: null,
  backups: [0, 1, 2, 3, 4, 5, 6].map((day) => backup(180 + day * DAY_MINUTES)),
  workerSeenAt: minutesAgo(0),
  database: "sqlite",
  dataDir: "/var/lib/lectern",
}
const NO_BACKUPS = { ...BACKUPS, latest: null, backups: [] }
const FAILED = {
  at: minutesAgo(4),
  location: "s3://backups/lectern",
  message: "the bucket backups refused the request: AccessDenied. Check the credentials",
  attempts: 3,
}
const backups = (given, act) => ({
  path: "/admin/backups",
  prepare: answering("**/api/v2/admin/backups", json(given)),
  act,
})
const LONG_LOCATION = `s3://${LONG_WORD}/${"documentation-of-the-harbour-crew/".repeat(3)}backups`

const dialog = (button) => async (page) => {
  await page.getByRole("button", { name: button }).first().click()
  await page.getByRole("dialog").waitFor()
}

/** Each state has a path, and may respond to requests (`prepare`) and use the page (`act`). */
export const STATES = {
  "home-loading": { path: "/", prepare: holding },
  "library-loading": { path: `/libraries${SAMPLE}`, prepare: holding },
  "admin-loading": { path: "/admin/users", prepare: holding },
  "home-offline": { path: "/", prepare: missing, act: seesAlert },
  "jobs-failed-to-load": { path: "/jobs", prepare: answering("**/api/v2/jobs**", broken), act: seesAlert },
  "libraries-limited": { path: "/libraries", prepare: answering("**/api/v2/libs**", limited), act: seesAlert },
  "users-forbidden": { path: "/admin/users", prepare: answering("**/api/v2/admin/users**", unlocked), act: seesAlert },
  "add-conflict": { path: "/add", prepare: answering("**/api/v2/add/**", taken), act: addAddress },
  "add-limited": { path: "/add", prepare: answering("**/api/v2/add/**", limited), act: addAddress },
  "add-preview": { path: "/add", prepare: answering("**/api/v2/add/**", json(listed)), act: previewRepository },
  "add-preview-nothing": {
    path: "/add",
    prepare: answering("**/api/v2/add/**", json(nothingListed)),
    act: previewRepository,
  },
  "add-preview-refused": { path: "/add", prepare: answering("**/api/v2/add/**", noAccess), act: previewRepository },
  "upload-too-large": { path: "/add", prepare: answering("**/api/v2/add/**", large), act: uploadFile },
  "home-empty": { path: "/", prepare: answering("**/api/v2/libs?**", json({ libraries: [], totalCount: 0 })) },
  "libraries-empty": {
    path: "/libraries",
    prepare: answering("**/api/v2/libs?**", json({ libraries: [], totalCount: 0 })),
  },
  "job-log": { path: "/jobs", act: dialog("Log") },
  "jobs-empty": { path: "/jobs", prepare: answering("**/api/v2/jobs?**", json({ jobs: [], nextCursor: null })) },
  "library-long": { path: `/libraries${LONG_ID}?q=otters` },
  "library-long-settings": { path: `/libraries${LONG_ID}?tab=settings` },
  "library-failed": { path: `/libraries${FAILED_ID}` },
  "library-failed-files": { path: `/libraries${FAILED_ID}?tab=files` },
  "library-moved": { path: "/libraries/crew/old-name" },
  "library-settings-move": { path: `/libraries${LONG_ID}?tab=settings`, act: changeId },
  "policies-suspicious": { path: "/admin/policies", act: chooseBlock },
  "answer-nothing": { path: `/libraries${SAMPLE}?q=zxqv+wrpl` },
  "device-sign-in": { path: "/account", act: openDeviceSignIn },
  "invite-dialog": { path: "/admin/team", act: dialog("Invite someone") },
  "connect-dialog": { path: "/admin/connections", act: dialog("Connect an account") },
  "webhook-dialog": { path: "/admin/webhooks", act: dialog("New webhook") },
  "delete-dialog": { path: `/libraries${LONG_ID}?tab=settings`, act: dialog("Delete") },
  "backups-unscheduled": backups({ ...NO_BACKUPS, schedule: null, nextAt: null }),
  "backups-by-hand": backups({ ...BACKUPS, schedule: null, nextAt: null, database: "postgres" }),
  "backups-none-yet": backups({ ...NO_BACKUPS, nextAt: minutesAgo(0) }),
  "backups-requested": backups({ ...BACKUPS, requested: { by: "ada", at: minutesAgo(0) } }),
  "backups-delayed": backups({ ...BACKUPS, requested: { by: "ada", at: minutesAgo(7) }, workerSeenAt: minutesAgo(90) }),
  "backups-running": backups({
    ...BACKUPS,
    running: { startedAt: minutesAgo(2), requestedBy: "ada", step: "files", done: 3120, total: 8810 },
  }),
  "backups-copying-rows": backups({
    ...BACKUPS,
    running: { startedAt: minutesAgo(2), requestedBy: null, step: "catalogue", done: 48_120, total: null },
  }),
  "backups-failed": backups({ ...BACKUPS, failure: FAILED, nextAt: minutesAgo(-11) }),
  "backups-first-failed": backups({ ...NO_BACKUPS, failure: { ...FAILED, attempts: 1 }, nextAt: minutesAgo(-11) }),
  "backups-several": backups({
    ...BACKUPS,
    schedule: { ...BACKUPS.schedule, location: LONG_LOCATION, intervalHours: 1, keep: 1 },
    removalProblem: "the bucket refused the request: AccessDenied",
    latest: backup(20, { location: LONG_LOCATION, lostFiles: 2 }),
    backups: [
      backup(20, { location: LONG_LOCATION, lostFiles: 2, libraries: 1_000_000, addedBytes: 48_300_000_000 }),
      backup(3_000, { durationMs: null, libraries: null, files: null, lostFiles: null, addedBytes: null }),
    ],
  }),
  "backups-restore": backups(BACKUPS, dialog("Restore")),
  "backups-restore-postgres": backups({ ...BACKUPS, database: "postgres" }, dialog("Restore")),
  "backups-loading": { path: "/admin/backups", prepare: holding },
  "backups-error": { path: "/admin/backups", prepare: answering("**/api/v2/admin/backups", broken), act: seesAlert },
  "backups-refused": backups(BACKUPS, async (page) => {
    await page.unrouteAll()
    await page.route("**/api/v2/admin/backups", (route) => route.fulfill(unlocked))
    await page.getByRole("button", { name: "Back up now" }).click()
    await page.getByRole("alert").first().waitFor()
  }),
  "sign-up": { path: "/sign-up" },
  invitation: { path: "/invitation#invite_example" },
}
