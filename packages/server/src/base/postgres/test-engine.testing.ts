import { startPostgres, type PostgresServer } from "./postgres-server.testing.ts"

let server: Promise<PostgresServer> | undefined

/**
 * Returns the settings for a separate catalogue: none, which means SQLite, or a new database if the tests run with
 * `TEST_ENGINE=postgres`. The server stops when the process exits.
 */
export async function testEngineSettings(): Promise<Readonly<Record<string, string>>> {
  const engine = process.env["TEST_ENGINE"] ?? "sqlite"
  if (engine === "sqlite") return {}
  if (engine !== "postgres") throw new Error(`TEST_ENGINE: must be sqlite or postgres, not ${engine}`)
  server ??= startPostgres()
  return { DATABASE_URL: await (await server).createDatabase() }
}
