/** Ending of the pages of operations, and the label of the code that they open with. */
const ENDING = ".apidoc"

/** Language of an operation in answers as data. */
export const OPERATION_LANGUAGE = "APIDOC"

/** Gives the path of an operation's page from its path without an ending. */
export function operationPath(path: string): string {
  return `${path}${ENDING}`
}

/** Tells whether a page describes an operation of an API. */
export function isOperationPage(path: string): boolean {
  return path.endsWith(ENDING)
}
