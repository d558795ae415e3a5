/** Thrown if the installation is incomplete, such as when a file that the build creates is missing. */
export class BrokenInstallation extends Error {
  override readonly name = "BrokenInstallation"
}

/**
 * Converts any thrown value to an Error.
 *
 * @returns the value itself if it is an Error, otherwise an Error that quotes it.
 */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
