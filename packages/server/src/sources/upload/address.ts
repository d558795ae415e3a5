/** Returns the address of an upload: uploads with the same title are the same library. */
export function uploadAddress(title: string): string {
  return `upload:${title.normalize("NFKC").trim().toLowerCase()}`
}
