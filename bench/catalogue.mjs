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

function report(figures) {
  for (const [name, figure] of Object.entries(figures)) console.log(`| ${name} | ${shown(figure)} |`)
}

async function measure(database, libraries) {
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
  for (const libraries of flags.libraries.split(",").map(Number)) {
    console.log(`\n${libraries.toLocaleString("en")} libraries, ${database}; times of requests as p50 / p95 / p99\n`)
    await measure(database, libraries)
  }
}
