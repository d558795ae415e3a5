// Packages and layers (ARCHITECTURE.md): imports only go down. `npm run architecture` checks them; tests/architecture plants violations.

/** Packages and the packages that each may import. */
const PACKAGES = {
  contract: [],
  client: ["contract"],
  mcp: ["contract", "client"],
  cli: ["contract", "client"],
  parsers: [],
  engine: ["contract", "parsers"],
  server: ["contract", "client", "parsers", "engine"],
  web: ["contract", "client"],
}

/** Packages that become part of the bundle of the server (packages/server/rolldown.config.ts). */
const BUNDLED = Object.keys(require("./packages/server/package.json").devDependencies).map(
  (name) => `node_modules/${name}/`,
)

/** Folders of packages/server/src by layer, from the bottom up. */
const LAYERS = [
  ["base", "config"],
  ["catalogue", "blobs", "net", "sources", "accounts", "models"],
  ["ingest", "upkeep", "resolve", "access", "webhooks"],
  ["service"],
  ["http", "mcp"],
]
/** Folders of one layer that may import each other, from and to; all others may not. */
const WITHIN_A_LAYER = {
  sources: ["net", "accounts", "catalogue"],
  accounts: ["net", "catalogue", "sources"],
  models: ["net"],
  // An ingestion stores the packages that a library can be found by, which the rules of names select.
  ingest: ["upkeep", "resolve"],
  // MCP is served by the HTTP application and shares its hooks.
  mcp: ["http"],
}

const SERVER = "^packages/server/src"
const ANY = "^packages/[a-z]+/src/"
const TESTS = "\\.(test|testing)\\.ts$|/testing\\.ts$"
/** The wiring may import everything. */
const WIRING = `${SERVER}/(main|compose)[^/]*\\.ts$|${SERVER}/compose/`
const inServer = (names) => `${SERVER}/(${names.join("|")})/`

const packageBorders = Object.entries(PACKAGES).map(([name, allowed]) => ({
  name: `package-${name}-imports-only-what-it-may`,
  comment: `${name} may import ${allowed.join(", ") || "no other package"}`,
  severity: "error",
  from: { path: `^packages/${name}/src/`, pathNot: `${TESTS}|${WIRING}` },
  to: { path: "^packages/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
}))

const upward = LAYERS.slice(0, -1).map((names, layer) => ({
  name: `layer-${layer}-imports-nothing-above`,
  comment: `${names.join(", ")} may import from lower layers only`,
  severity: "error",
  from: { path: inServer(names), pathNot: TESTS },
  to: { path: inServer(LAYERS.slice(layer + 1).flat()) },
}))

const sideways = LAYERS.flatMap((names) =>
  names.map((name) => ({
    name: `${name}-does-not-import-its-layer`,
    comment: `${name} may import ${(WITHIN_A_LAYER[name] ?? []).join(", ") || "nothing"} of its own layer`,
    severity: "error",
    from: { path: inServer([name]), pathNot: TESTS },
    to: { path: inServer(names), pathNot: inServer([name, ...(WITHIN_A_LAYER[name] ?? [])]) },
  })),
)

/** Node modules and npm packages that only some folders may import, so that each concern has one place. */
const owners = [
  {
    what: "network",
    modules: "^(node:)?(http|https|http2|net|tls|dns|dgram)(/|$)|node_modules/undici/",
    folders: `${SERVER}/(net|http)/|^packages/mcp/`,
  },
  {
    what: "browser-framework",
    modules: "node_modules/(react|react-dom|@tanstack|@base-ui)/",
    folders: "^packages/web/",
  },
  {
    what: "processes",
    modules: "^(node:)?child_process$",
    folders: `${SERVER}/(sources|ingest)/|^packages/parsers/src/isolation/parse-binary\\.ts$`,
  },
  { what: "query-builder", modules: "node_modules/kysely/", folders: `${SERVER}/catalogue/` },
  { what: "sqlite", modules: "node_modules/better-sqlite3/", folders: `${SERVER}/catalogue/|^packages/engine/src/` },
  { what: "s3", modules: "node_modules/@aws-sdk/", folders: `${SERVER}/blobs/` },
  { what: "web-framework", modules: "node_modules/(fastify|@fastify)/", folders: `${SERVER}/(http|mcp)/` },
  { what: "mcp-sdk", modules: "node_modules/@modelcontextprotocol/", folders: `${SERVER}/mcp/|^packages/mcp/` },
].map(({ what, modules, folders }) => ({
  name: `${what}-is-imported-in-one-place`,
  severity: "error",
  from: { path: ANY, pathNot: `${folders}|${WIRING}|${TESTS}` },
  to: { path: modules },
}))

/** Entries of the packages: what other packages may import. */
const ENTRIES = "^packages/[a-z]+/src/(index|openapi|detect|tokens|popular|testing|base/package-root)\\.ts$"

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...packageBorders,
    ...upward,
    ...sideways,
    ...owners,
    {
      name: "packages-are-imported-by-name",
      comment: "a relative path never leaves its package",
      severity: "error",
      from: { path: "^packages/([a-z]+)/src/" },
      to: {
        path: "^packages/",
        pathNot: "^packages/$1/",
        dependencyTypesNot: ["npm", "npm-dev", "npm-no-pkg", "aliased", "aliased-workspace"],
      },
    },
    {
      name: "packages-are-imported-by-their-entries",
      severity: "error",
      from: { path: "^packages/([a-z]+)/src/" },
      to: { path: "^packages/", pathNot: `^packages/$1/|${ENTRIES}` },
    },
    {
      name: "only-the-wiring-imports-the-wiring",
      severity: "error",
      from: { path: ANY, pathNot: `${WIRING}|${TESTS}` },
      to: { path: WIRING },
    },
    {
      name: "every-file-of-the-server-has-a-layer",
      comment: "beside the wiring there is no file or folder without a layer",
      severity: "error",
      from: { path: ANY },
      to: { path: `${SERVER}/`, pathNot: `${inServer(LAYERS.flat())}|${WIRING}|${TESTS}` },
    },
    {
      name: "no-cycles",
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
      name: "every-module-is-reachable",
      comment: "every module is reached from a program or an entry of its package",
      severity: "error",
      from: {
        path: `${WIRING}|${ENTRIES}|^packages/mcp/src/main\\.ts$|^packages/web/src/main\\.tsx$|-(process|thread)\\.ts$`,
      },
      to: {
        path: ANY,
        pathNot: `${TESTS}|\\.d\\.ts$|^packages/(server|mcp|web)/src/main\\.tsx?$|^packages/server/src/compose/make-sample-process\\.ts$|${ENTRIES}`,
        reachable: false,
      },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { path: ANY, pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "no-development-packages-in-the-program",
      comment:
        "the packages of this repository and the devDependencies of the server are part of the bundle; traces import what an operator installs",
      severity: "error",
      from: { path: ANY, pathNot: `${TESTS}|^packages/(mcp|web)/|/tracing/opentelemetry-tracing\\.ts$` },
      to: {
        path: "node_modules",
        pathNot: BUNDLED,
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["type-only"],
      },
    },
    { name: "everything-resolves", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|^packages/engine/assembly/" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["lectern-source", "import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
}
