import { MCP_TOOLS, type ToolName } from "@lectern/contract"
import type { Step } from "../case.ts"
import { GIT_LIBRARY, PRIVATE_LIBRARY, PUBLIC_LIBRARY, type World } from "../fixtures.ts"

/** One call of an MCP tool. */
export interface ToolCase {
  readonly what: string
  readonly steps: readonly Step[]
  readonly give: (world: World) => object
}

const query = "which animals drink water"
const privateLibrary = { knows: "privateLibrary" } as const

/** Calls of every tool. One without a case does not compile. */
export const TOOL_CASES: Readonly<Record<ToolName, readonly [ToolCase, ...ToolCase[]]>> = {
  [MCP_TOOLS.resolve]: [{ what: "", steps: ["search"], give: () => ({ query, libraryName: "quagga" }) }],
  [MCP_TOOLS.query]: [
    {
      what: "of a public library",
      steps: ["search", "readContext"],
      give: () => ({ query, libraryId: PUBLIC_LIBRARY }),
    },
    {
      what: "of a private library",
      steps: ["search", "readContext", privateLibrary],
      give: () => ({ query, libraryId: PRIVATE_LIBRARY }),
    },
  ],
  [MCP_TOOLS.search]: [{ what: "", steps: ["search"], give: () => ({ query }) }],
  [MCP_TOOLS.add]: [
    {
      what: "",
      steps: ["search", "addLibrary"],
      give: ({ fresh }) => ({ url: `https://git.example/rule/${fresh("tool")}.git`, kind: "git" }),
    },
  ],
  [MCP_TOOLS.refresh]: [{ what: "", steps: ["search", "refreshLibrary"], give: () => ({ libraryId: GIT_LIBRARY }) }],
  [MCP_TOOLS.status]: [
    { what: "of a public library", steps: ["search", "readJobs"], give: () => ({ libraryId: GIT_LIBRARY }) },
    {
      what: "of a private library",
      steps: ["search", "readJobs", privateLibrary],
      give: () => ({ libraryId: PRIVATE_LIBRARY }),
    },
  ],
}
