import type { OperationId } from "@lectern/contract"
import type { Case, Step } from "../case.ts"
import { PRIVATE_LIBRARY, PUBLIC_LIBRARY, type World } from "../fixtures.ts"
import { pathOf } from "./reading-cases.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const privateLibrary = { knows: "privateLibrary" } as const
const ownTeamspace = { knows: "ownTeamspace" } as const

async function makeJob(world: World, given: { readonly owner?: string; readonly requestedBy?: string | null }) {
  const { key: libraryKey, id: libraryId } = await world.makeLibrary(given.owner)
  await world.program.context.catalogueSync.catchUp()
  const { requestedBy = null } = given
  const asked = { kind: "ingest", libraryKey, libraryId, versionTag: "", requestedBy } as const
  const { id } = await world.program.context.catalogue.jobs.add({ ...asked, payload: { cause: "add" } })
  return { params: { id } }
}
/** Creates a job that has ended, so that following it ends at once. */
async function makeEndedJob(world: World, given: { readonly owner?: string }) {
  const sent = await makeJob(world, given)
  await world.program.context.catalogue.jobs.requestCancel(sent.params.id)
  return sent
}
const jobs: readonly [Case, Case] = [
  { what: "of a public library", steps: ["readJobs"], send: (world) => makeEndedJob(world, {}), outcome: 200 },
  {
    what: "of a private library",
    steps: ["readJobs", { knows: "privateJob" }],
    send: (world) => makeEndedJob(world, { owner: world.teamspaceKey }),
    outcome: 200,
  },
]
/** The caller's current teamspace decides who can see a library. */
const access = (payload?: object): readonly [Case, Case] => [
  {
    what: "of a private library",
    steps: ["manageLibraryAccess", privateLibrary, ownTeamspace],
    send: () => ({ ...pathOf(PRIVATE_LIBRARY), ...(payload === undefined ? {} : { payload }) }),
    outcome: 200,
  },
  {
    what: "of a library that does not exist",
    steps: ["manageLibraryAccess"],
    send: () => ({ ...pathOf("/nobody/nothing"), ...(payload === undefined ? {} : { payload }) }),
    outcome: "library_not_found",
  },
]
const rules = (action: Step, payload?: object): readonly [Case] => [
  {
    what: "",
    steps: [action, ownTeamspace],
    send: () => (payload === undefined ? {} : { payload }),
    outcome: 200,
  },
]

const questions = (params: object = {}, outcome: Case["outcome"] = 200): readonly [Case, Case] => [
  {
    what: "of a public library",
    steps: ["updateLibrary", "updatePublicLibrary"],
    send: () => ({ params: { ...pathOf(PUBLIC_LIBRARY).params, ...params } }),
    outcome,
  },
  {
    what: "of a private library",
    steps: ["updateLibrary", privateLibrary],
    send: () => ({ params: { ...pathOf(PRIVATE_LIBRARY).params, ...params } }),
    outcome,
  },
]

/** Adds a version to a new library. */
async function versionOf(world: World, owner?: string) {
  const { key, id } = await world.makeLibrary(owner)
  await world.program.context.catalogue.versions.ensure(key, "v1")
  const { params } = pathOf(id)
  return { params: { ...params, tag: "v1" } }
}

/** Requests about libraries, their jobs and their visibility. */
export const LIBRARY_CASES = {
  updateLibrary: [
    {
      what: "that is public",
      steps: ["updateLibrary", "updatePublicLibrary"],
      send: () => ({ ...pathOf(PUBLIC_LIBRARY), payload: { refreshSchedule: "never" } }),
      outcome: 200,
    },
    {
      what: "that is private",
      steps: ["updateLibrary", privateLibrary],
      send: () => ({ ...pathOf(PRIVATE_LIBRARY), payload: { refreshSchedule: "never" } }),
      outcome: 200,
    },
  ],
  reportAnswer: [
    {
      what: "of a public library",
      steps: ["reportAnswer"],
      send: () => ({ ...pathOf(PUBLIC_LIBRARY), payload: { question: "which animals fly" } }),
      outcome: 200,
    },
    {
      what: "of a private library",
      steps: ["reportAnswer", privateLibrary],
      send: () => ({ ...pathOf(PRIVATE_LIBRARY), payload: { question: "which animals fly" } }),
      outcome: 200,
    },
  ],
  listQuestions: questions(),
  listPages: questions(),
  deleteQuestion: questions({ questionId: "no-such-question" }, "not_found"),
  previewScope: [
    {
      what: "of a public library",
      steps: ["updateLibrary", "updatePublicLibrary"],
      send: () => ({ ...pathOf(PUBLIC_LIBRARY), payload: { folders: ["docs"] } }),
      outcome: 200,
    },
    {
      what: "of a private library",
      steps: ["updateLibrary", privateLibrary],
      send: () => ({ ...pathOf(PRIVATE_LIBRARY), payload: { folders: ["docs"] } }),
      outcome: 200,
    },
  ],
  deleteVersion: [
    {
      what: "of a public library",
      steps: ["deleteLibrary", "deletePublicLibrary"],
      send: (world) => versionOf(world),
      outcome: 200,
    },
    {
      what: "of a private library",
      steps: ["deleteLibrary", privateLibrary],
      send: (world) => versionOf(world, world.teamspaceKey),
      outcome: 200,
    },
  ],
  deleteLibrary: [
    {
      what: "that is public",
      steps: ["deleteLibrary", "deletePublicLibrary"],
      send: async (world) => pathOf((await world.makeLibrary()).id),
      outcome: 200,
    },
    {
      what: "that is private",
      steps: ["deleteLibrary", privateLibrary],
      send: async (world) => pathOf((await world.makeLibrary(world.teamspaceKey)).id),
      outcome: 200,
    },
  ],
  listJobs: [
    { what: "of everything", steps: ["readJobs"], send: () => ({ query: { limit: "5" } }), outcome: 200 },
    {
      what: "of a private library",
      steps: ["readJobs", privateLibrary],
      send: () => ({ query: { libraryId: PRIVATE_LIBRARY } }),
      outcome: 200,
    },
  ],
  getJob: jobs,
  watchJob: jobs,
  readJobLog: jobs,
  cancelJob: [
    {
      what: "of one's own",
      steps: ["cancelOwnJob"],
      send: (world, { person }) => makeJob(world, { requestedBy: person?.user.key ?? null }),
      outcome: 200,
    },
    {
      what: "of somebody else",
      steps: ["cancelOwnJob", "cancelAnyJob"],
      send: (world) => makeJob(world, {}),
      outcome: 200,
    },
    {
      what: "of a private library",
      steps: ["cancelOwnJob", { knows: "privateJob" }],
      send: (world, { person }) => {
        return makeJob(world, { owner: world.teamspaceKey, requestedBy: person?.user.key ?? null })
      },
      outcome: 200,
    },
  ],
  getLibraryAccess: access(),
  updateLibraryAccess: access({ access: "default" }),
  moveLibrary: [
    {
      what: "of a private library",
      steps: ["manageLibraryAccess", "updateLibrary", privateLibrary],
      send: () => ({ ...pathOf(PRIVATE_LIBRARY), payload: { id: "/moved/elsewhere", dryRun: true } }),
      outcome: 200,
    },
    {
      what: "of a public library",
      steps: ["manageLibraryAccess", "updateLibrary", "updatePublicLibrary"],
      send: () => ({ ...pathOf(PUBLIC_LIBRARY), payload: { id: "/moved/elsewhere", dryRun: true } }),
      outcome: 200,
    },
    {
      what: "of a public library that becomes private",
      steps: (edition) => [
        ...(["manageLibraryAccess", "updateLibrary", "updatePublicLibrary"] as const),
        ...(edition === "hosted" ? [] : (["addPrivateLibrary"] as const)),
      ],
      send: () => ({ ...pathOf(PUBLIC_LIBRARY), payload: { private: true, dryRun: true } }),
      outcome: ({ edition }) => (edition === "hosted" ? "forbidden" : 200),
    },
    {
      what: "of a library that does not exist",
      steps: ["manageLibraryAccess", "updateLibrary"],
      send: () => ({ ...pathOf("/nobody/nothing"), payload: { id: "/moved/elsewhere" } }),
      outcome: "library_not_found",
    },
  ],
  getAccessRules: rules("manageLibraryAccess"),
  updateAccessRules: rules("manageLibraryAccess", { remove: ["/nobody/nothing"] }),
  getPolicies: rules("readPolicies"),
  previewPolicies: rules("changePolicies", { libraryFilters: { mode: "select" } }),
  updatePolicies: rules("changePolicies", { libraryFilters: { mode: null } }),
} as const satisfies Cases
