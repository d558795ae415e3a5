// Queries the npm registry for known vulnerabilities of what the published packages contain and install. Exit code 1:
// at least one of them is high or critical. A registry without advisories, such as a mirror, is reported but is not a
// failure, unless --strict is given.
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { npm, reasonOf } from "../run-npm.mjs"

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const WORKSPACES = ["lectern", "lectern-mcp", "@lectern/web"].flatMap((name) => ["-w", name])
const FAILING = ["high", "critical"]

const run = npm(["audit", "--json", "--loglevel=error", ...WORKSPACES], ROOT)
const answer = readJson(run.stdout)
if (typeof answer?.vulnerabilities !== "object") {
  console.log(`not audited: the registry gives no advisories (${answer?.message ?? reasonOf(run)})`)
  process.exit(process.argv.includes("--strict") ? 1 : 0)
}
const found = Object.values(answer.vulnerabilities)
for (const { name, severity, range, fixAvailable } of found) {
  console.log(`${severity}: ${name} ${range}${fixAvailable === false ? "" : ", a fix is available"}`)
}
const bad = found.filter(({ severity }) => FAILING.includes(severity)).length
console.log(`${found.length} vulnerable packages, ${bad} of them high or critical`)
process.exit(bad === 0 ? 0 : 1)

/** @returns undefined if the text is not JSON. */
function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
