/** The user name and password of a URL, or of an address without a scheme; a password may contain `@`. */
const CREDENTIALS = /(^|:\/\/)[^/\s"]*@/g

/** Replaces user names and passwords in the URLs of a text with a mask. */
export function hideCredentials(text: string, mask: string): string {
  return text.replaceAll(CREDENTIALS, (_match, start: string) => `${start}${mask}@`)
}
