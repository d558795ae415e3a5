/** Reports a configuration that cannot be changed without the risk of losing something; it is left as it is. */
export class UnreadableConfiguration extends Error {
  constructor(problem: string) {
    super(`${problem}; it is left as it is`)
    this.name = "UnreadableConfiguration"
  }
}
