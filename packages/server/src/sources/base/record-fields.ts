import type { SourceRecord, SourceType } from "../../catalogue/libraries/records.ts"

/** Makes the record of a source: the fields that its kind does not use get their empty values. */
export function recordWith(
  type: SourceType,
  url: string,
  fields: Partial<Omit<SourceRecord, "type" | "url">> = {},
): SourceRecord {
  return {
    type,
    url,
    hostKind: null,
    branch: null,
    folders: [],
    excludeFolders: [],
    excludeFiles: [],
    skipVersionFiltering: false,
    generateDocs: false,
    sealedToken: null,
    ...fields,
  }
}
