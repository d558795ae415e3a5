/** Thrown if a configuration cannot be changed without the risk of losing something. */
export class UnreadableConfiguration extends Error {
  constructor(problem: string) {
    super(`${problem}; the file was not changed`)
    this.name = "UnreadableConfiguration"
  }
}
