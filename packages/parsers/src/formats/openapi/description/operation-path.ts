/** File extension of operation pages; the engine labels the code of pages with this extension. */
const ENDING = ".apidoc"

/** Language of an operation in JSON answers. */
export const OPERATION_LANGUAGE = "APIDOC"

/** Returns the path of an operation's page without the extension. */
export function operationPath(path: string): string {
  return `${path}${ENDING}`
}
