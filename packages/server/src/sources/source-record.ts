import type { SourceRecord } from "../catalogue/libraries/records.ts"
import { kindOf, SOURCE_KINDS } from "./registry.ts"
import type { Source } from "./source.ts"

/** Converts a stored record to a source. @throws a ZodError if the options of the record are invalid. */
export function sourceOf(record: SourceRecord): Source {
  return SOURCE_KINDS[record.type].fromRecord(record)
}

/** Converts a source to the record that the catalogue stores. */
export function recordOf(source: Source): SourceRecord {
  return kindOf(source).toRecord(source)
}

/** Returns why a library cannot be refreshed on request; undefined if it can. */
export function refreshProblem(libraryId: string, record: SourceRecord): string | undefined {
  return SOURCE_KINDS[record.type].refresh.problem(libraryId, record)
}

/** Returns true if schedules refresh the source. */
export function isScheduled(record: SourceRecord): boolean {
  return SOURCE_KINDS[record.type].refresh.isScheduled(record)
}
