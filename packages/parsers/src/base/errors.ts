/** Reports a defect of the installation, such as a file that the build should have made. */
export class BrokenInstallation extends Error {
  override readonly name = "BrokenInstallation"
}

/**
 * Converts any thrown value to an Error.
 *
 * @returns the value itself when it is an Error, else an Error that quotes it.
 */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
