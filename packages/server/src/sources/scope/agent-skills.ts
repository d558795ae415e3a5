/** Finds skills: instructions for coding agents in a folder of their own, with a file `SKILL.md` (agentskills.io). */
export interface AgentSkills {
  /**
   * Returns the file that makes the folder of a page a skill; its pages repeat documentation in another form.
   *
   * @param chosenDepth number of leading folders that the user selected.
   */
  skillOf(path: string, chosenDepth: number): string | undefined
}

const SKILL_FILE = /(?:^|\/)SKILL\.md$/i

/** @param paths all documentation files of the source. */
export function findAgentSkills(paths: readonly string[]): AgentSkills {
  const files = paths.filter((path) => SKILL_FILE.test(path))
  const fileByFolder = new Map(files.map((file) => [file.slice(0, file.lastIndexOf("/") + 1), file]))
  return {
    skillOf(path, chosenDepth) {
      if (fileByFolder.size === 0) return undefined
      // A skill file at the root does not make the whole repository a skill.
      if (fileByFolder.get("") === path) return chosenDepth === 0 ? path : undefined
      let depth = 0
      for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
        const file = fileByFolder.get(path.slice(0, end + 1))
        if (++depth > chosenDepth && file !== undefined) return file
      }
      return undefined
    },
  }
}
