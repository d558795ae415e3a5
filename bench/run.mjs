#!/usr/bin/env node
// npm run bench: measures the speed and memory of the built server and compares them with the goals.
//
//   npm run bench -- [--only ready,middle,libraries,limits,memory,load,idle,access,site,documents,resolution,table,
//   folders] [--docs <folder of folders>] [--write] [--check]
//
// --write inserts the table into docs/benchmarks.md. --check exits with code 1 if a goal is missed. Exit code 2: the
// measurement failed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, cpus, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { prepare, root } from "../scripts/prepare.mjs"
import { openGitHost, readFolder } from "./git-host.mjs"
import { measureAccess } from "./measure-access.mjs"
import { measureIdle, measureLoad } from "./measure-load.mjs"
import { measureMemory } from "./measure-memory.mjs"
import { measureFolders, measureLibraries, measureLimits, measureMiddle, measureReady } from "./measures.mjs"
import { measureBuild, measureResolution, measureTable } from "./parts.mjs"
import { measureDocuments, measureSite } from "./measure-sources.mjs"
import { drawTable, replaceGenerated } from "./report.mjs"

const PAGE = join(root, "docs", "benchmarks.md")
const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    docs: { type: "string" },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
})

const MEASURES = {
  ready: measureReady,
  middle: measureMiddle,
  libraries: measureLibraries,
  build: measureBuild,
  limits: measureLimits,
  memory: measureMemory,
  load: measureLoad,
  idle: measureIdle,
  access: measureAccess,
  resolution: measureResolution,
  table: measureTable,
  site: measureSite,
  documents: measureDocuments,
  folders: (host) => measureFolders(host, readFolders()),
}

/** Reads the folders of `--docs`, each of which is a library. */
function readFolders() {
  if (flags.docs === undefined) return []
  const docs = resolve(flags.docs)
  return readdirSync(docs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, files: readFolder(join(docs, name)) }))
}

function describeMachine() {
  const [{ model }] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${model.trim()}), ${gigabytes} GB of memory.`
}

async function measureAll(names) {
  const host = await openGitHost()
  try {
    const rows = []
    for (const name of names) {
      process.stderr.write(`bench: ${name}\n`)
      rows.push(...(await MEASURES[name](host)))
    }
    return rows
  } finally {
    await host.close()
  }
}

async function main() {
  const names = flags.only === undefined ? Object.keys(MEASURES) : flags.only.split(",")
  const unknown = names.filter((name) => !(name in MEASURES))
  if (unknown.length > 0)
    throw new Error(`no measure ${unknown.join(", ")}: there are ${Object.keys(MEASURES).join(", ")}`)
  await prepare()
  const rows = await measureAll(names)
  const report = `${describeMachine()}\n\n${drawTable(rows)}`
  process.stdout.write(`${report}\n`)
  if (flags.write) writeFileSync(PAGE, replaceGenerated(readFileSync(PAGE, "utf8"), report))
  return flags.check && rows.some(({ isMet }) => !isMet) ? 1 : 0
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`bench: ${error.stack}\n`)
    process.exit(2)
  },
)
