import { defineConfig } from "tsdown"

/** What reads MDX: 200 files of a few lines, and all that they import. */
const MDX = [
  /^(?:remark|micromark|mdast-util|unist-util|estree-util|vfile|character-entities|character-reference|is)(?:-[a-z0-9-]+)?$/,
  /^(?:acorn|acorn-jsx|bail|ccount|decode-named-character-reference|devlop|extend|longest-streak|markdown-table)$/,
  /^(?:escape-string-regexp|fault|format|parse-entities|stringify-entities|trough|unified|zwitch)$/,
  // The same for XML of wikis.
  /^(?:xast-util-from-xml|@rgrove\/parse-xml)$/,
  // Extends acorn, and must extend the copy that is bundled.
  /^@sveltejs\/acorn-typescript$/,
]

/**
 * The program as few files: a process that loads two thousand small ones takes longer to start than to do anything else
 * (docs/decisions/0035-bundle-the-program.md).
 */
export default defineConfig({
  entry: {
    main: "src/main.ts",
    // Threads and processes of their own look for their file beside the one that starts them.
    "asciidoc-thread": "../parsers/src/formats/asciidoc/asciidoc-thread.ts",
    "binary-process": "../parsers/src/isolation/binary-process.ts",
    "openapi-thread": "../parsers/src/formats/openapi/files/openapi-thread.ts",
    "source-code-thread": "../parsers/src/code/symbols/source-code-thread.ts",
  },
  outDir: "dist/program",
  format: "esm",
  platform: "node",
  target: "node20.19",
  fixedExtension: false,
  dts: false,
  deps: {
    // Large, of many files, and ECMAScript modules through and through. A bundler may change what CommonJS packages do
    // (decision 0035), so they stay packages, as does what brings machine code, WebAssembly, data or threads of its own.
    alwaysBundle: [
      /^@lectern\//,
      /^@modelcontextprotocol\//,
      // htmlparser2 needs another version of it than the parsers do: a bundle can contain both.
      /^entities(\/|$)/,
      /^fastify-type-provider-zod$/,
      /^htmlparser2$/,
      /^kysely$/,
      /^zod(\/|$)/,
      ...MDX,
    ],
  },
  // Docstrings of dependencies are a third of what would have to be read before the first request.
  outputOptions: { comments: { legal: true, annotation: false, jsdoc: false } },
  inputOptions: {
    resolve: { conditionNames: ["lectern-source", "import", "node", "default"] },
  },
  logLevel: "warn",
})
