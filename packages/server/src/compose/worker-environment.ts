import { resolve } from "node:path"
import { NETWORK_ALIASES } from "../config/network-settings.ts"
import type { Settings } from "../config/settings.ts"

/**
 * Settings that a worker reads. All others are withheld from the process that parses untrusted files, in particular
 * passwords and keys that only the server needs.
 */
export const WORKER_SETTINGS = [
  "LECTERN_EDITION",
  "LECTERN_DEDICATED_HOSTS",
  "LECTERN_DATA_DIR",
  "LECTERN_NEW_CATALOGUE",
  "DATABASE_URL",
  "LECTERN_BLOBS",
  "LECTERN_BLOB_CACHE_MEGABYTES",
  "LECTERN_BACKUP_TO",
  "LECTERN_BACKUP_INTERVAL_HOURS",
  "LECTERN_BACKUP_KEEP",
  "LECTERN_S3_ENDPOINT",
  "LECTERN_S3_REGION",
  "LECTERN_S3_PATH_STYLE",
  "LECTERN_ENCRYPTION_KEY",
  "LECTERN_PRIVATE_NETWORKS",
  "LECTERN_HTTP_PROXY",
  "LECTERN_HTTPS_PROXY",
  "LECTERN_NO_PROXY",
  "LECTERN_PROXY_DNS",
  "LECTERN_CA_FILE",
  "LECTERN_SSH_KNOWN_HOSTS",
  "LECTERN_GIT_PAGES",
  "LECTERN_LOG_LEVEL",
  "LECTERN_SLOW_STATEMENT_MS",
  "LECTERN_INGEST_CONCURRENCY",
  "LECTERN_REFRESH_INTERVAL_HOURS",
  "LECTERN_HOST_FACTS",
  "LECTERN_PLAN_TOKENS",
  "LECTERN_USAGE_RETENTION_DAYS",
  "LECTERN_WEBHOOK_RETENTION_DAYS",
  "LECTERN_WEBHOOK_SWITCH_OFF_DAYS",
  "LECTERN_PUBLIC_URL",
  "LECTERN_CONFLUENCE_CLIENT_ID",
  "LECTERN_CONFLUENCE_CLIENT_SECRET",
  "LECTERN_CONFLUENCE_AUTH_URL",
  "LECTERN_CONFLUENCE_API_URL",
  "LECTERN_NOTION_CLIENT_ID",
  "LECTERN_NOTION_CLIENT_SECRET",
  "LECTERN_NOTION_API_URL",
  "LECTERN_EMBEDDER_URL",
  "LECTERN_EMBEDDER_MODEL",
  "LECTERN_EMBEDDER_KEY",
  "LECTERN_EMBEDDER_DIMENSIONS",
  "LECTERN_EMBEDDER_TABLE",
  "LECTERN_EMBEDDER_LOCAL",
  "LECTERN_EMBEDDER_TIMEOUT_MS",
  "LECTERN_WRITER_URL",
  "LECTERN_WRITER_MODEL",
  "LECTERN_WRITER_KEY",
  "LECTERN_WRITER_TOKENS_PER_DAY",
  "LECTERN_WRITER_TOKENS_PER_LIBRARY",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_SDK_DISABLED",
] as const satisfies readonly (keyof Settings)[]

/**
 * System variables that Node and git read: paths of programs and temporary files, time zone, a company's certificates.
 */
const SYSTEM_VARIABLES = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "TZ",
  "LANG",
  "LC_ALL",
  "NODE_ENV",
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "SystemRoot",
] as const

/**
 * Prefix of OpenTelemetry's variables. A worker gets them only if tracing is on, because headers may contain a key of
 * the collector.
 */
const TRACING_PREFIX = "OTEL_"

/**
 * Variables that the AWS SDK reads for credentials and the region. A worker gets them only if blobs or backups are in
 * S3.
 */
const AWS_VARIABLES = [
  "AWS_REGION",
  "AWS_DEFAULT_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_PROFILE",
  "AWS_CONFIG_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
  "AWS_ROLE_ARN",
  "AWS_ROLE_SESSION_NAME",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
  "AWS_EC2_METADATA_DISABLED",
  "AWS_EC2_METADATA_SERVICE_ENDPOINT",
] as const

/**
 * Returns the command with which a server starts its worker: always the same program file, however the server itself
 * was started.
 */
export function workerCommandOf({ LECTERN_DATA_DIR: dataDir }: Pick<Settings, "LECTERN_DATA_DIR">) {
  const [, programFile = ""] = process.argv
  return {
    args: [...process.execArgv, programFile, "work", "--data-dir", resolve(dataDir)],
    env: workerEnvironment(process.env),
  }
}

/** Selects the variables that a worker process needs from those of the server. */
export function workerEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const picked: Record<string, string> = {}
  const usesS3 = [environment["LECTERN_BLOBS"], environment["LECTERN_BACKUP_TO"]].some((it) => it?.startsWith("s3:"))
  const aliases = NETWORK_ALIASES.map(([alias]) => alias)
  const ofTracing =
    environment["OTEL_EXPORTER_OTLP_ENDPOINT"] === undefined
      ? []
      : Object.keys(environment).filter((name) => name.startsWith(TRACING_PREFIX))
  const names = [...WORKER_SETTINGS, ...aliases, ...SYSTEM_VARIABLES, ...(usesS3 ? AWS_VARIABLES : []), ...ofTracing]
  for (const name of names) {
    const value = environment[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
