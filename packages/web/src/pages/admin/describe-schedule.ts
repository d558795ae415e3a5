/** Schedules that the form offers by name; any other text is a cron expression. */
export const NAMED_SCHEDULES = [
  { value: "", label: "Instance default" },
  { value: "popular", label: "More often if it is asked often" },
  { value: "0 3 * * *", label: "Every night at 3:00 UTC" },
  { value: "0 3 * * 1", label: "Every Monday at 3:00 UTC" },
  { value: "never", label: "Never" },
] as const

/** Describes when a library is refreshed. @param schedule null for the interval of the instance. */
export function describeSchedule(schedule: string | null): string {
  return NAMED_SCHEDULES.find(({ value }) => value === (schedule ?? ""))?.label ?? `Cron: ${schedule ?? ""} (UTC)`
}
