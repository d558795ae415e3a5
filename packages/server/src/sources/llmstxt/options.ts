import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** An llms.txt has no options. */
export const LlmsTxtOptions = z.object({})

/** An llms.txt file with the pages that it lists. */
export interface LlmsTxtSource {
  readonly kind: "llmstxt"
  /** Address of the file. */
  readonly url: string
}

/** Converts a record to an llms.txt source. */
export function llmsTxtSourceOf({ url }: SourceRecord): LlmsTxtSource {
  return { kind: "llmstxt", url }
}

/** Converts an llms.txt source to a record. */
export function llmsTxtRecordOf({ kind, url }: LlmsTxtSource): SourceRecord {
  return recordWith(kind, url, { options: {} })
}
