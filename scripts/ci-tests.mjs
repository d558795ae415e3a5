// Runs all tests for `.ci/run`, and writes the numbers of passed and failed tests to the file given as the argument. On
// a busy machine, a test that runs several programs can fail by chance, so up to six failed files are run again, one
// after another. Tests that pass only the second time are listed as unstable: they have a defect that should be fixed.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { root } from "./prepare.mjs"

const MAX_FILES_AGAIN = 6

const [summaryFile = ""] = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), "lectern-ci-"))
try {
  process.exitCode = main()
} finally {
  rmSync(folder, { recursive: true })
}

function main() {
  const first = run("npm", ["test", "--silent", "--"], "first.json")
  if (first.report === undefined || first.code === 0) return end(first.code, first.report)
  const failed = first.report.testResults.filter(({ status }) => status === "failed")
  const files = failed.map(({ name }) => relative(root, name))
  if (files.length === 0 || files.length > MAX_FILES_AGAIN) return end(first.code, first.report)
  console.log(`\nOnce more, one after another: ${files.join(", ")}`)
  const second = run("npx", ["vitest", "run", "--no-file-parallelism", ...files], "second.json")
  if (second.code !== 0) return end(second.code, first.report)
  for (const name of failed.flatMap(failedTests)) console.log(`unstable: ${name}`)
  const { numPassedTests, numFailedTests } = first.report
  return end(0, { numPassedTests: numPassedTests + numFailedTests, numFailedTests: 0 })
}

function run(program, words, reportName) {
  const reportFile = join(folder, reportName)
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`]
  const { status } = spawnSync(program, [...words, ...reporters], { cwd: root, stdio: "inherit" })
  return { code: status ?? 1, report: readReport(reportFile) }
}

/** @returns undefined if vitest ended before it wrote its report. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

function failedTests({ name, assertionResults }) {
  const titles = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName)
  return (titles.length === 0 ? [""] : titles).map((title) => `${relative(root, name)} ${title}`.trim())
}

function end(code, report) {
  if (report !== undefined) {
    writeFileSync(summaryFile, `${report.numPassedTests} passed, ${report.numFailedTests} failed\n`)
  }
  return code
}
