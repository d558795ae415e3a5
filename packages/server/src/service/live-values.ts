import { settingsSchema, type Settings } from "../config/settings.ts"
import type { Rules } from "./service-context.ts"

/** Settings that may change while the service runs. */
export const CHANGEABLE_SETTINGS = [
  "LECTERN_SIGN_UP",
  "LECTERN_PASSWORD_SIGN_IN",
  "LECTERN_AUDIT_RETENTION_DAYS",
  "LECTERN_DEFAULT_PLAN",
] as const satisfies readonly (keyof Settings)[]
export type ChangeableSetting = (typeof CHANGEABLE_SETTINGS)[number]

/** Reads a setting as it is now: what an admin gave it, else what the environment says. */
export function liveSetting<Name extends ChangeableSetting>({ settings, live }: Rules, name: Name): Settings[Name] {
  const given = live.given(name)
  if (given === undefined) return settings[name]
  const parsed = settingsSchema.shape[name].safeParse(given)
  // A value that a newer version stored and this one does not know counts as none. The schema of a name gives its type.
  return parsed.success ? (parsed.data as Settings[Name]) : settings[name]
}
