import { createPrivateKey, type KeyObject } from "node:crypto"
import { InvalidInput } from "../../../base/errors.ts"

/** First bytes of a key in OpenSSH's own format (PROTOCOL.key of OpenSSH). */
const MAGIC = "openssh-key-v1\0"
const ARMOUR = /^-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----\n([^]*?)\n-----END \1PRIVATE KEY-----\n?$/
/** Key types that ssh can use unattended: hardware keys require a touch, and hosts reject DSA. */
const KEY_TYPES: ReadonlySet<string> = new Set([
  "ssh-ed25519",
  "ssh-rsa",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
])
/** Length of the public half of an Ed25519 key with its type, in bytes. */
const ED25519_BYTES = 51
const HOW_TO_MAKE = 'Create one with: ssh-keygen -t ed25519 -N "" -f deploy_key'

/** Returns true if a token looks like an ssh key, valid or not. */
export function isKeyText(token: string): boolean {
  return /-----BEGIN [A-Z0-9 ]*KEY-----|^PuTTY-User-Key-File|^\s*(ssh|ecdsa|sk)-[\w@.-]+ AAAA/.test(token)
}

/**
 * Checks a private key: OpenSSH's own format, or PEM of RSA and elliptic curves.
 *
 * @returns the key as ssh expects it in a file: line feeds, one at the end.
 * @throws {InvalidInput} with what to send instead: for a key with a passphrase, a public key, and anything that ssh
 *   cannot use. The message never contains the key.
 */
export function readDeployKey(text: string): string {
  const normalised = `${text.replaceAll(/\r\n?/g, "\n").trim()}\n`
  if (normalised.startsWith("PuTTY-User-Key-File")) {
    throw new InvalidInput("gitToken is a PuTTY key: export it as an OpenSSH key")
  }
  const [, kind, body] = ARMOUR.exec(normalised) ?? []
  if (kind === undefined || body === undefined) {
    throw new InvalidInput(
      "gitToken is not a complete private key: send the text from -----BEGIN to -----END with its line breaks, not the public key",
    )
  }
  if (kind === "ENCRYPTED " || /^Proc-Type:.*ENCRYPTED/m.test(body)) throw passphraseNeeded()
  if (kind === "OPENSSH ") checkOpenSsh(body)
  else checkPem(normalised)
  return normalised
}

function passphraseNeeded(): InvalidInput {
  return new InvalidInput(`gitToken is a private key with a passphrase: use a key without a passphrase. ${HOW_TO_MAKE}`)
}

function unusable(reason: string): InvalidInput {
  return new InvalidInput(`gitToken is a private key that ${reason}: use another key. ${HOW_TO_MAKE}`)
}

/** Parses the parts that are not secret: the cipher, the number of keys and the type of the first one. */
function checkOpenSsh(body: string): void {
  const bytes = Buffer.from(body, "base64")
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) throw unusable("is damaged")
  let at = MAGIC.length
  const readNumber = () => {
    if (at + 4 > bytes.length) throw unusable("is damaged")
    at += 4
    return bytes.readUInt32BE(at - 4)
  }
  const readText = () => {
    const length = readNumber()
    if (length > bytes.length - at) throw unusable("is damaged")
    at += length
    return bytes.toString("latin1", at - length, at)
  }
  const cipher = readText()
  if (cipher !== "none") throw passphraseNeeded()
  readText()
  readText()
  if (readNumber() !== 1) throw unusable("contains several keys")
  const publicLength = readNumber()
  const type = readText()
  if (!KEY_TYPES.has(type)) throw unusable("is of a type that cannot be used on its own")
  if (type === "ssh-ed25519" && publicLength !== ED25519_BYTES) throw unusable("is damaged")
  at += publicLength - type.length - 4
  if (readText() === "") throw unusable("is damaged")
}

function checkPem(text: string): void {
  const type = parsePem(text).asymmetricKeyType
  // Versions of ssh before 9.6 read this type only in OpenSSH's own format.
  if (type === "ed25519") throw unusable("is an Ed25519 key in PEM form, which many versions of ssh cannot read")
  if (type !== "rsa" && type !== "ec") throw unusable("is neither an RSA nor an elliptic-curve key")
}

function parsePem(text: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch {
    // The parser's message is about bytes and does not help users.
    throw unusable("is damaged")
  }
}
