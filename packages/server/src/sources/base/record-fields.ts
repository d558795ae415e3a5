import type { SourceRecord, SourceType } from "../../catalogue/libraries/records.ts"

/** Creates the record of a source; fields that its kind does not use are empty. */
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
