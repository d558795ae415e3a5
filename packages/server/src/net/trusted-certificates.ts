import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import tls, { createSecureContext, rootCertificates, type SecureContext } from "node:tls"
import { asError } from "../base/errors.ts"

/** Trusted certificate authorities. */
export interface Trust {
  /** All of them in PEM format, for programs such as git. */
  readonly pem: string
  /** The same authorities for TLS connections of this process; parsing them takes some milliseconds. */
  readonly context: SecureContext
}

/** Variables with files of certificate authorities that Node and git would trust without further configuration. */
const STANDARD_FILES = ["NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "SSL_CERT_FILE"]
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * Adds the certificate authorities in a file to those that are trusted by default.
 *
 * @param environment names the files that Node and git trust in addition.
 * @throws {TypeError} if the file cannot be read or contains no valid certificate.
 */
export function trustAlso(path: string, environment: Readonly<Record<string, string | undefined>>): Trust {
  const added = readCertificates(path)
  const standard = STANDARD_FILES.flatMap((name) => readIfPresent(environment[name]))
  const pem = [...defaultCertificates(), ...standard, added].join("\n")
  return { pem, context: createSecureContext({ ca: pem }) }
}

/** Node 20 has only built-in authorities; later versions also have those of the system, if configured. */
function defaultCertificates(): readonly string[] {
  const read: unknown = Reflect.get(tls, "getCACertificates")
  return typeof read === "function" ? (read as (kind: "default") => readonly string[])("default") : rootCertificates
}

function readCertificates(path: string): string {
  try {
    const text = readFileSync(path, "utf8")
    const certificates = text.match(CERTIFICATE) ?? []
    if (certificates.length === 0) throw new Error("it contains no certificate in PEM format")
    // Validated here, because TLS connections silently ignore a damaged certificate.
    for (const certificate of certificates) assertValid(certificate)
    return text
  } catch (cause) {
    throw new TypeError(`cannot read ${JSON.stringify(path)}: ${asError(cause).message}`, { cause })
  }
}

/** @throws {Error} if it cannot be parsed. */
function assertValid(certificate: string): X509Certificate {
  return new X509Certificate(certificate)
}

/** Ignores a missing file, because Node only warns about an unreadable `NODE_EXTRA_CA_CERTS`. */
function readIfPresent(path: string | undefined): readonly string[] {
  if (path === undefined || path === "") return []
  try {
    return [readFileSync(path, "utf8")]
  } catch {
    return []
  }
}
