import { hideCredentials } from "./hide-credentials.ts"

/** Names of settings whose values are never shown. */
const SECRET = /(?:KEY|KEYS|PASSWORD|SECRET|TOKEN|DATABASE_URL)$/

/** Returns true if the value of a setting is a secret, judging by its name. */
export function isSecretSetting(name: string): boolean {
  return SECRET.test(name)
}

const MAX_SHOWN_CHARACTERS = 100

/** Formats the value of a setting for a message. Shows only the length of a secret, and truncates long values. */
export function shownValue(name: string, value: string): string {
  if (isSecretSetting(name)) return `the value (${value.length} characters, hidden)`
  const shown = hideCredentials(value, "***")
  return JSON.stringify(shown.length > MAX_SHOWN_CHARACTERS ? `${shown.slice(0, MAX_SHOWN_CHARACTERS)}…` : shown)
}
