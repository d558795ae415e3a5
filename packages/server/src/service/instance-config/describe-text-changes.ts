import type { LibraryChanges, LibraryRecord } from "../../catalogue/libraries/records.ts"

/** Describes changes of title, description and schedule for a plan, in the words of a lectern.yaml: `title: Otters`. */
export function describeTextChanges(
  { given: before }: Pick<LibraryRecord, "given">,
  changes: LibraryChanges,
): string[] {
  const { given = before, refreshSchedule } = changes
  const texts = (["title", "description"] as const).flatMap((field) => {
    if (given[field] === before[field]) return changes[field] === undefined ? [] : [`${field}: ${changes[field]}`]
    return [`${field}: ${given[field] ?? "from the source"}`]
  })
  if (refreshSchedule === undefined) return texts
  return [...texts, `schedule: ${refreshSchedule ?? "default interval"}`]
}
