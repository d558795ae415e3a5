/** Returns true if an error has this code of the operating system, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}

/** Codes of TLS errors for a certificate that no trusted authority has signed. */
const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
])

/** Returns true if a connection failed because no trusted authority has signed the certificate of the host. */
export function isUnknownAuthority(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNKNOWN_AUTHORITY.has(error.code)
}
