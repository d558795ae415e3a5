// npm run bench:catalogue: measures the built server with many libraries, on SQLite and PostgreSQL.
//
//   npm run bench:catalogue -- [--libraries 1000,10000,100000] [--databases sqlite,postgres]
import { parseArgs } from "node:util"
import { startPostgres } from "../packages/server/src/base/postgres/postgres-server.testing.ts"
import { prepare } from "../scripts/prepare.mjs"
import { measureCatalogue } from "./measure-catalogue.mjs"

const { values: flags } = parseArgs({
  options: {
    libraries: { type: "string", default: "1000,10000,100000" },
    databases: { type: "string", default: "sqlite,postgres" },
  },
})

function shown(figure) {
  if (typeof figure === "number") return figure.toFixed(1)
  return `${figure.p50.toFixed(1)} / ${figure.p95.toFixed(1)} / ${figure.p99.toFixed(1)}`
}

/** Prints figures as they are measured, and collects them for the table at the end. */
function reportTo(column) {
  return (figures) => {
    for (const [name, figure] of Object.entries(figures)) {
      column.set(name, shown(figure))
      console.log(`| ${name} | ${shown(figure)} |`)
    }
  }
}

/** Prints one table with a column for each size, for docs/scaling.md. */
function printTable(database, columns) {
  const sizes = [...columns.keys()].map((libraries) => libraries.toLocaleString("en"))
  console.log(`\n${database}; times of requests in ms as p50 / p95 / p99\n`)
  console.log(`| libraries | ${sizes.join(" | ")} |`)
  console.log(`|---|${sizes.map(() => "---|").join("")}`)
  const names = new Set([...columns.values()].flatMap((column) => [...column.keys()]))
  for (const name of names) {
    console.log(`| ${name} | ${[...columns.values()].map((column) => column.get(name) ?? "").join(" | ")} |`)
  }
}

async function measure(database, libraries, report) {
  if (database === "sqlite") return measureCatalogue({ libraries, report })
  const server = await startPostgres()
  try {
    await measureCatalogue({ libraries, databaseUrl: await server.createDatabase(), report })
  } finally {
    await server.close()
  }
}

await prepare()
for (const database of flags.databases.split(",")) {
  const columns = new Map()
  for (const libraries of flags.libraries.split(",").map(Number)) {
    console.log(`\n${libraries.toLocaleString("en")} libraries, ${database}; times of requests as p50 / p95 / p99\n`)
    const column = new Map()
    columns.set(libraries, column)
    await measure(database, libraries, reportTo(column))
  }
  printTable(database, columns)
}
