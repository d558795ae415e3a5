// The floors of the house (ARCHITECTURE.md): imports only go down. `npm run architecture` checks them, tests/architecture plants violations.

/** Rooms by floor, from the ground up. A room is a folder of server/src. */
const FLOORS = [
  ["base", "config"],
  ["catalogue", "blobs", "net"],
  ["sources", "formats", "snippets", "index", "models"],
  ["ingest", "search", "access", "webhooks"],
  ["service"],
  ["http", "mcp"],
]
const STAGES = FLOORS[2]

const room = (names) => `^server/src/(${names.join("|")})/`
const TESTS = "\\.(test|testing)\\.ts$"
/** The wiring, which may know everything: it is the only thing above the doors. */
const WIRING = "^server/src/(main|compose)[^/]*\\.ts$|^server/src/compose/"

/** Nothing on a floor imports from a floor above it. */
const upward = FLOORS.slice(0, -1).map((names, floor) => ({
  name: `floor-${floor}-does-not-look-up`,
  comment: `${names.join(", ")} may import from lower floors only`,
  severity: "error",
  from: { path: room(names), pathNot: TESTS },
  to: { path: room(FLOORS.slice(floor + 1).flat()) },
}))

/** Rooms of one floor do not know each other. The stages are the exception: they hand on each other's types. */
const sideways = FLOORS.filter((names) => names.length > 1).map((names) => ({
  name: names === STAGES ? "stages-know-only-types-of-each-other" : `${names.join("-")}-do-not-know-each-other`,
  comment:
    names === STAGES
      ? "a stage imports another stage's type, never its code"
      : "rooms of one floor do not import each other",
  severity: "error",
  from: { path: room(names), pathNot: TESTS },
  to: {
    path: room(names),
    pathNot: "^server/src/$1/",
    ...(names === STAGES ? { dependencyTypesNot: ["type-only"] } : {}),
  },
}))

/** Packages and Node modules that belong to one place, so that there is one place to look at. */
const homes = [
  {
    what: "network",
    modules: "^(node:)?(http|https|http2|net|tls|dns|dgram)(/|$)|node_modules/undici/",
    rooms: "^server/src/(net|http)/",
  },
  {
    what: "processes",
    modules: "^(node:)?child_process$",
    rooms: "^server/src/(sources/|ingest/|formats/parse-binary\\.ts$)",
  },
  { what: "query-builder", modules: "node_modules/kysely/", rooms: "^server/src/catalogue/" },
  { what: "sqlite", modules: "node_modules/better-sqlite3/", rooms: "^server/src/(catalogue|index|search)/" },
  { what: "web-framework", modules: "node_modules/(fastify|@fastify)/", rooms: "^server/src/(http|mcp)/" },
  { what: "protocol-sdk", modules: "node_modules/@modelcontextprotocol/", rooms: "^server/src/mcp/" },
].map(({ what, modules, rooms }) => ({
  name: `${what}-has-one-home`,
  severity: "error",
  from: { path: "^(server|client|contract)/src/", pathNot: `${rooms}|${WIRING}|${TESTS}` },
  to: { path: modules },
}))

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...upward,
    ...sideways,
    ...homes,
    {
      name: "only-the-wiring-knows-the-wiring",
      severity: "error",
      from: { path: "^(server|client|contract)/src/", pathNot: `${WIRING}|${TESTS}` },
      to: { path: WIRING },
    },
    {
      name: "every-file-of-the-server-is-in-a-room",
      comment: "beside the wiring there is no file or folder without a floor",
      severity: "error",
      from: { path: "^(server|client|contract)/src/" },
      to: { path: "^server/src/", pathNot: `${room([...FLOORS.flat(), "cli"])}|${WIRING}|${TESTS}` },
    },
    {
      name: "contract-stands-alone",
      severity: "error",
      from: { path: "^contract/src/", pathNot: TESTS },
      to: { path: "^(server|client)/" },
    },
    {
      name: "client-sees-only-the-contract",
      severity: "error",
      from: { path: "^client/src/", pathNot: TESTS },
      to: { path: "^server/" },
    },
    {
      name: "local-package-sees-only-client-and-contract",
      severity: "error",
      from: { path: "^mcp-stdio/src/", pathNot: TESTS },
      to: { path: "^server/" },
    },
    {
      name: "nobody-knows-the-local-package",
      severity: "error",
      from: { path: "^(server|client|contract)/src/" },
      to: { path: "^mcp-stdio/" },
    },
    {
      name: "command-line-sees-only-client-and-contract",
      severity: "error",
      from: { path: "^packages/cli/src/", pathNot: TESTS },
      to: { path: "^server/src/", pathNot: "^packages/cli/src/" },
    },
    {
      name: "nobody-knows-the-command-line",
      severity: "error",
      from: { path: "^(server|client|contract)/src/", pathNot: `^packages/cli/src/|${WIRING}|${TESTS}` },
      to: { path: "^packages/cli/src/" },
    },
    {
      name: "packages-are-entered-by-their-front-door",
      severity: "error",
      from: { path: "^(server|client|contract)/src/" },
      to: {
        path: "^(contract|client)/src/",
        pathNot: "^(contract|client)/src/index\\.ts$",
        dependencyTypes: ["aliased", "npm", "npm-no-pkg"],
      },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      comment: "a module that nothing uses and that uses nothing",
      severity: "error",
      from: { orphan: true, pathNot: `${TESTS}|\\.d\\.ts$` },
      to: {},
    },
    {
      name: "nothing-out-of-reach",
      comment: "every module is reached from a program or a front door",
      severity: "error",
      from: { path: `${WIRING}|^(client|contract)/src/index\\.ts$|^mcp-stdio/src/main\\.ts$|-(process|thread)\\.ts$` },
      to: {
        path: "^(server|client|contract|mcp-stdio)/src/",
        pathNot: `${TESTS}|\\.d\\.ts$|^(server|mcp-stdio)/src/main\\.ts$|^(client|contract)/src/index\\.ts$`,
        reachable: false,
      },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { path: "^(server|client|contract)/src/", pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "no-development-packages-in-the-program",
      severity: "error",
      from: { path: "^(server|client|contract)/src/", pathNot: TESTS },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    { name: "everything-resolves", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["lectern-source", "import", "node", "types", "default"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
}
