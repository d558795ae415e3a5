import { asError, ServiceError } from "../../base/errors.ts"
import { isUnknownAuthority } from "../../base/system-errors.ts"
import { RemoteRefused, RemoteUnavailable } from "../errors.ts"

const ADVICE: readonly (readonly [names: readonly string[], advice: (bucket: string) => string])[] = [
  [["NoSuchBucket"], missing],
  [
    ["CredentialsProviderError", "TokenProviderError"],
    () => "there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role",
  ],
  [
    [
      "InvalidAccessKeyId",
      "SignatureDoesNotMatch",
      "ExpiredToken",
      "InvalidToken",
      "AuthorizationQueryParametersError",
    ],
    () => "it rejected the credentials. Correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN",
  ],
  [
    ["PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"],
    (bucket) => `the bucket ${bucket} is in another region. Correct LECTERN_S3_REGION and LECTERN_S3_ENDPOINT`,
  ],
]

const NETWORK_NAMES: ReadonlySet<string> = new Set(["TimeoutError", "AbortError", "NetworkingError"])
const NETWORK_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ERR_STREAM_PREMATURE_CLOSE",
  "CERT_HAS_EXPIRED",
])
/** First parts of the error codes of Node's HTTP parser and of TLS. */
const NETWORK_CODE_BEGINNINGS = ["HPE_", "ERR_TLS_", "ERR_SSL_"]

const FORBIDDEN = 403
const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500
const NOT_IMPLEMENTED = 501
const METHOD_NOT_ALLOWED = 405
const PRECONDITION_FAILED = 412
const CONFLICT = 409
const NOT_FOUND = 404
const REQUEST_TIMEOUT = 408

/**
 * Converts an error of the S3 client: `RemoteRefused` if someone has to change the configuration, `RemoteUnavailable`
 * for everything that may be temporary.
 */
export function explainS3Error(thrown: unknown, bucket: string): Error {
  // An error of Lectern's own network code, for example of the proxy.
  if (thrown instanceof ServiceError && thrown.retryable && !(thrown instanceof RemoteUnavailable))
    return new RemoteUnavailable(thrown.message, { cause: thrown })
  if (thrown instanceof ServiceError) return thrown
  const error = asError(thrown)
  const status = statusOf(error)
  const refused = (why: string) => new RemoteRefused(`cannot use the blob store: ${why}`, { cause: error })
  const known = ADVICE.find(([names]) => names.includes(error.name))
  if (known !== undefined) return refused(known[1](bucket))
  if (isUnknownAuthority(error))
    return refused(
      "its certificate was issued by an unknown certificate authority. Add the authority with LECTERN_CA_FILE",
    )
  if (status === NOT_FOUND) return refused(missing(bucket))
  if (status === FORBIDDEN)
    return refused(`the credentials do not allow access to the bucket ${bucket}. Check their policy`)
  const isRefused =
    status !== undefined && status < FIRST_SERVER_ERROR && status !== TOO_MANY_REQUESTS && status !== REQUEST_TIMEOUT
  if (isRefused || status === NOT_IMPLEMENTED) return refused(`it answered ${status} ${error.name}: ${error.message}`)
  if (status === undefined && !isOfNetwork(error)) return error
  return new RemoteUnavailable(status === undefined ? codeOf(error) : `${status} ${error.name}`, { cause: error })
}

function missing(bucket: string): string {
  return `the bucket ${bucket} does not exist. Create it, or correct its name in the settings`
}

/** Returns true if an object does not exist; a missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && error.name !== "NoSuchBucket" && statusOf(error) === NOT_FOUND
}

/** Returns true if a conditional write found an existing object, or ran at the same time as another one. */
export function isConditionFailed(error: unknown): boolean {
  const status = error instanceof Error ? statusOf(error) : undefined
  return status === PRECONDITION_FAILED || status === CONFLICT
}

/** Returns true if a store does not implement an operation. */
export function isNotSupported(error: unknown): boolean {
  const status = error instanceof Error ? statusOf(error) : undefined
  return status === NOT_IMPLEMENTED || status === METHOD_NOT_ALLOWED
}

/** Returns the HTTP status of an error of the AWS SDK; undefined if there was no response. */
function statusOf(error: Error): number | undefined {
  const { $metadata: metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  return metadata?.httpStatusCode
}

/** Returns true for errors of connections. Errors from reading the local file have codes as well. */
function isOfNetwork(error: Error): boolean {
  const code = codeOf(error)
  return (
    NETWORK_NAMES.has(error.name) ||
    NETWORK_CODES.has(code) ||
    NETWORK_CODE_BEGINNINGS.some((beginning) => code.startsWith(beginning)) ||
    error.message === "aborted"
  )
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : error.name
}
