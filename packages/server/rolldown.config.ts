import { readFileSync } from "node:fs"
import { defineConfig } from "rolldown"

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>
}
/**
 * Packages that an operator can install beside the program. They are not optional peer dependencies, because npm would
 * install those from the lockfile too.
 */
const OPTIONAL = [
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-node",
]
const packageNames = [...Object.keys(dependencies), ...OPTIONAL]

/**
 * The program as few files: a process that loads two thousand small ones takes longer to start than to do anything else
 * (docs/decisions/0035-bundle-the-program.md).
 *
 * The `dependencies` of `package.json` stay packages, all others become part of the program. A bundler may change what
 * CommonJS packages do, so those are dependencies, as is everything with native addons, WebAssembly, data files or threads.
 */
export default defineConfig({
  cwd: import.meta.dirname,
  input: {
    main: "src/main.ts",
    // The build runs this to index the bundled documentation.
    "make-sample-process": "src/compose/make-sample-process.ts",
    // The program starts these threads and processes from files in its own directory.
    "asciidoc-thread": "../parsers/src/formats/asciidoc/asciidoc-thread.ts",
    "binary-process": "../parsers/src/isolation/binary-process.ts",
    "bundle-process": "src/ingest/import/bundle-process.ts",
    "openapi-thread": "../parsers/src/formats/openapi/files/openapi-thread.ts",
    "source-code-thread": "../parsers/src/code/symbols/source-code-thread.ts",
  },
  platform: "node",
  external: (id) => packageNames.some((name) => id === name || id.startsWith(`${name}/`)),
  resolve: { conditionNames: ["lectern-source", "import", "node", "default"] },
  transform: { target: "node20.19" },
  output: {
    dir: "dist/program",
    cleanDir: true,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    // Docstrings of dependencies are a third of the code that has to be read before the first request.
    comments: { legal: true, annotation: false, jsdoc: false },
  },
})
