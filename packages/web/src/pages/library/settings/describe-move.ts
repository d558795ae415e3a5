import type { MoveLibraryResponse } from "@lectern/contract"

/** Describes how a change of id, visibility or project affects the people and agents that use a library. */
export function describeMove(move: MoveLibraryResponse): readonly string[] {
  const { previousId, id, redirects, wasPrivate, private: isPrivate, hidesPublicLibrary } = move
  const effects: string[] = []
  if (id.toLowerCase() !== previousId.toLowerCase()) {
    effects.push(
      redirects
        ? `Requests for ${previousId} are redirected to ${id}. The local MCP server and the command line follow automatically.`
        : `${previousId} no longer exists, and nothing redirects from it. Everyone who uses it needs the new id, ${id}.`,
    )
  } else if (id !== previousId) effects.push(`The id is shown as ${id}. Letter case makes no difference in requests.`)
  if (wasPrivate !== isPrivate) {
    effects.push(
      isPrivate
        ? "Callers without a key, and accounts outside your teamspace, no longer get answers from it."
        : "Everyone who can reach this instance can find it and ask it. Check that nothing in it is confidential.",
    )
  }
  if (hidesPublicLibrary) effects.push(`Your teamspace gets this library instead of the public one with the id ${id}.`)
  if (effects.length === 0) effects.push("Only its project changes. Access rules and policies apply as before.")
  return effects
}
