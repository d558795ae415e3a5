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
  return {
    skillOf(path, chosenDepth) {
      return files.find((file) => {
        const folder = file.slice(0, file.lastIndexOf("/") + 1)
        const isChosen = chosenDepth > 0 && folder.split("/").length - 1 <= chosenDepth
        // A skill at the root does not make the whole repository one.
        return !isChosen && (folder === "" ? path === file : path.startsWith(folder))
      })
    },
  }
}
