import { InternalFailure } from "../errors.ts"
import { StorageUnavailable } from "../storage-errors.ts"

/** Thrown if the database cannot be reached or has no room; the same call may succeed later. */
class DatabaseUnavailable extends StorageUnavailable {}

/** Error codes of the operating system and PostgreSQL for a server that is unreachable, restarting, or closed the connection. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "25P03",
])

/** Messages of pg for connections that end without a code. */
const CONNECTION_MESSAGES = [
  "Connection terminated",
  "Client has encountered a connection error",
  "timeout exceeded when trying to connect",
  "timeout expired",
]

const MISSING_PRIVILEGES =
  "does not give the user enough permissions: make the user the owner of the database, or grant it CREATE on the schema public"

/** What an operator can do, by the code of the error. */
const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "rejects the password: check the user and the password in DATABASE_URL",
  "28000": "rejects the user: check DATABASE_URL and the server's pg_hba.conf",
  "3D000": "does not exist: create it, or correct the name in DATABASE_URL",
  "42501": MISSING_PRIVILEGES,
  // No schema on the search path in which the user may create tables.
  "3F000": MISSING_PRIVILEGES,
  "25006": "is read-only, for example a replica: use the primary server in DATABASE_URL",
  ENOTFOUND: "has an unknown host name: check DATABASE_URL",
}

/** Error codes for a full disk, too many connections and too little memory. */
const NO_SPACE: Readonly<Record<string, string>> = {
  "53100": "has no space left: free some space and try again",
  "53200": "has no memory left: try again later",
  "53300": "has no connections left: raise max_connections on the server, or start fewer processes",
}

/** The start of PgBouncer's messages in statement pooling mode. */
const STATEMENT_POOLING = "transaction blocks not allowed in statement pooling mode"
const REFUSED_PARAMETER = "unsupported startup parameter"

/** Returns true if a pooler refused a connection because of a session setting such as a time-out. */
export function isRefusedParameter(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(REFUSED_PARAMETER)
}

/** Adds the name of the database and a remedy to an error of PostgreSQL; returns any other error unchanged. */
export function explainPostgresError(error: unknown, database: string): unknown {
  if (error instanceof StorageUnavailable) return error
  const code = codeOf(error)
  const noRoom = code === undefined ? undefined : NO_SPACE[code]
  if (noRoom !== undefined) return new DatabaseUnavailable(`the database ${database} ${noRoom}`, { cause: error })
  if (error instanceof Error && error.message.startsWith(STATEMENT_POOLING)) {
    const reason =
      "is behind a pooler in statement mode, which has no transactions: set its pool_mode to transaction or session"
    return new InternalFailure(`the database ${database} ${reason}`, { cause: error })
  }
  if (isConnectionProblem(error)) {
    return new DatabaseUnavailable(`the database ${database} cannot be reached: check that it runs and try again`, {
      cause: error,
    })
  }
  const remedy = code === undefined ? undefined : REMEDIES[code]
  if (remedy === undefined) return error
  return new InternalFailure(`the database ${database} ${remedy}`, { cause: error })
}

/** Returns true if the connection ended or could not be made. */
function isConnectionProblem(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && CONNECTION_CODES.has(code)) return true
  return error instanceof Error && CONNECTION_MESSAGES.some((beginning) => error.message.startsWith(beginning))
}

/** Returns true if connecting may succeed within seconds. */
export function isStillStarting(error: unknown): boolean {
  return isConnectionProblem(error) || codeOf(error) === "53300"
}

/** Returns the code of an error. pg reports several refused addresses of one host as one `AggregateError`. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ("code" in error && typeof error.code === "string") return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause)
}
