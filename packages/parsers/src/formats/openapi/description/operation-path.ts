/** Ending of the pages of operations; the engine labels the code of pages with this ending. */
const ENDING = ".apidoc"

/** Language of an operation in answers as data. */
export const OPERATION_LANGUAGE = "APIDOC"

/** Gives the path of an operation's page from its path without an ending. */
export function operationPath(path: string): string {
  return `${path}${ENDING}`
}
