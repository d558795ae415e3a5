import type { SourceRecord } from "../catalogue/libraries/records.ts"
import { kindOf, SOURCE_KINDS } from "./registry.ts"
import type { Source } from "./source.ts"

/** Reads a stored source. @throws a ZodError when the options of the record are invalid. */
export function sourceOf(record: SourceRecord): Source {
  return SOURCE_KINDS[record.type].fromRecord(record)
}

/** Makes the record that the catalogue stores for a source. */
export function recordOf(source: Source): SourceRecord {
  return kindOf(source).toRecord(source)
}

/** Says why a library cannot be refreshed on request; undefined when it can. */
export function refreshProblem(libraryId: string, record: SourceRecord): string | undefined {
  return SOURCE_KINDS[record.type].refresh.problem(libraryId, record)
}

/** True when a schedule refreshes the source. */
export function isScheduled(record: SourceRecord): boolean {
  return SOURCE_KINDS[record.type].refresh.isScheduled(record)
}
