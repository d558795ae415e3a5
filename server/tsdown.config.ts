import { defineConfig } from "tsdown"

/**
 * The program as few files: a process that loads two thousand small ones takes longer to start than to do anything else
 * (docs/decisions/0035-the-program-is-bundled.md).
 */
export default defineConfig({
  entry: {
    main: "src/main.ts",
    // Threads and processes of their own look for their file beside the one that starts them.
    "asciidoc-thread": "src/formats/asciidoc/asciidoc-thread.ts",
    "binary-process": "src/formats/binary-process.ts",
    "openapi-thread": "src/formats/openapi/openapi-thread.ts",
    "source-code-thread": "src/formats/source-code/source-code-thread.ts",
  },
  outDir: "dist/program",
  format: "esm",
  platform: "node",
  target: "node20.19",
  fixedExtension: false,
  dts: false,
  deps: {
    alwaysBundle: [/.*/],
    // What brings machine code, WebAssembly, files or threads of its own stays a package.
    neverBundle: [
      /^@firecrawl\/pdf-inspector/,
      /^@huggingface\/transformers/,
      /^@node-rs\/argon2/,
      /^asciidoctor/,
      /^@asciidoctor\//,
      /^better-sqlite3/,
      /^@?fastify/,
      /^gpt-tokenizer/,
      /^highlight\.js/,
      /^jsdom/,
      /^mammoth/,
      /^pino/,
      /^prom-client/,
      /^unpdf/,
      /^web-tree-sitter/,
      // It takes the older form of a package of its own (buffer-crc32), where a bundler takes the newer one.
      /^yazl/,
    ],
  },
  inputOptions: {
    resolve: { conditionNames: ["lectern-source", "import", "node", "default"], mainFields: ["module", "main"] },
  },
  logLevel: "warn",
})
