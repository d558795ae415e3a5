/** Changes of a record. A field that is missing or undefined keeps its value. */
export type Changes<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** Lists the fields that a change sets, in the order of the object. */
export function changedFields(changes: object): readonly string[] {
  return Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}
