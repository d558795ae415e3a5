import type { OperationId } from "@lectern/contract"
import type { Action } from "./permissions.ts"

const readAbout = ["readDescription"] as const
const always = ["readHealth"] as const
const add = ["addLibrary", "addPrivateLibrary"] as const
const addPrivate = ["addPrivateLibrary"] as const

/**
 * Which rows of the permission table a route asks, in their order: the first always, further ones where the request or
 * what it is about calls for more. A route without an entry does not compile.
 */
export const ROUTE_ACTIONS = {
  getHealth: always,
  getReadiness: always,
  ping: always,
  getMcpStatus: readAbout,
  getOpenApi: readAbout,
  readOpenApi: readAbout,
  searchLibraries: ["search"],
  combinedSearch: ["search"],
  getContext: ["readContext"],
  getMetrics: ["readLibrary"],
  getLibrary: ["readLibrary"],
  addRepositoryHostedA: add,
  addRepositoryHostedB: add,
  addRepositoryHostedC: add,
  addRepository: add,
  addWebsite: add,
  addOpenApi: add,
  addLlmsTxt: add,
  addWiki: addPrivate,
  addNotes: addPrivate,
  uploadFiles: add,
  uploadOpenApi: add,
  uploadPdf: add,
  addVersion: ["addLibrary"],
  refreshLibrary: ["refreshLibrary"],
  updateLibrary: ["updateLibrary", "updatePublicLibrary"],
  deleteLibrary: ["deleteLibrary", "deletePublicLibrary"],
  exportLibrary: ["exportLibrary"],
  importLibraries: ["importLibraries"],
  receivePush: always,
  applyManifest: ["applyManifest"],
  listJobs: ["readJobs"],
  getJob: ["readJobs"],
  watchJob: ["readJobs"],
  cancelJob: ["cancelOwnJob", "cancelAnyJob"],
  getLibraryAccess: ["manageLibraryAccess"],
  updateLibraryAccess: ["manageLibraryAccess"],
  getAccessRules: ["manageLibraryAccess"],
  updateAccessRules: ["manageLibraryAccess"],
  getPolicies: ["readPolicies"],
  updatePolicies: ["changePolicies"],
  listKeys: ["manageOwnKeys"],
  createKey: ["manageOwnKeys"],
  revokeKey: ["manageOwnKeys"],
  listConnections: ["readConnections"],
  createConnection: ["manageConnections"],
  deleteConnection: ["manageConnections"],
  testConnection: ["manageConnections"],
  listUsers: ["readUsers"],
  createUser: ["manageUsers"],
  updateUser: ["changeOwnPassword", "manageUsers"],
  deleteUser: ["manageUsers"],
  getSettings: ["readSettings"],
  updateSettings: ["changeSettings"],
  getPermissions: ["readPermissions"],
  updatePermissions: ["changePermissions"],
  listAudit: ["readAudit", "readWholeAudit"],
} as const satisfies Record<OperationId, readonly [Action, ...Action[]]>
