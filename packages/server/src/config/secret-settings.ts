/** Names of settings whose values are never shown. */
const SECRET = /(?:KEY|KEYS|PASSWORD|SECRET|TOKEN|DATABASE_URL)$/

/** Returns whether the value of a setting is a secret, by its name. */
export function isSecretSetting(name: string): boolean {
  return SECRET.test(name)
}

/** An address with a user name or password in it, which a setting that is not a secret itself may have. */
const CREDENTIALS_IN_URL = /(^|:\/\/)[^/@\s]*@/g
const MAX_SHOWN_CHARACTERS = 100

/** Returns the value of a setting as a message may show it: of a secret, only its length, long values are cut. */
export function shownValue(name: string, value: string): string {
  if (isSecretSetting(name)) return `the value (${value.length} characters, hidden)`
  const shown = value.replaceAll(CREDENTIALS_IN_URL, "$1***@")
  return JSON.stringify(shown.length > MAX_SHOWN_CHARACTERS ? `${shown.slice(0, MAX_SHOWN_CHARACTERS)}…` : shown)
}
