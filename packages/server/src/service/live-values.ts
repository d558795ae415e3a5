import { settingsSchema, type Settings } from "../config/settings.ts"
import type { ServiceContext } from "./service-context.ts"

/** Settings that can be changed at run time. */
export const CHANGEABLE_SETTINGS = [
  "LECTERN_SIGN_UP",
  "LECTERN_PASSWORD_SIGN_IN",
  "LECTERN_AUDIT_RETENTION_DAYS",
  "LECTERN_DEFAULT_PLAN",
] as const satisfies readonly (keyof Settings)[]
export type ChangeableSetting = (typeof CHANGEABLE_SETTINGS)[number]

/** Returns the current value of a setting: the one that an admin set, or the one from the environment. */
export function liveSetting<Name extends ChangeableSetting>(
  { settings, live }: Pick<ServiceContext, "settings" | "live">,
  name: Name,
): Settings[Name] {
  const given = live.given(name)
  if (given === undefined) return settings[name]
  const parsed = settingsSchema.shape[name].safeParse(given)
  // Ignores a value that a newer version stored and this version does not know. The schema of a name determines its type.
  return parsed.success ? (parsed.data as Settings[Name]) : settings[name]
}
