import { defineConfig } from "tsdown"

/** One file without dependencies: `npx` fetches it at once, and it runs where its parts would refuse an older Node. */
export default defineConfig({
  entry: { "lectern-mcp": "src/main.ts" },
  format: "esm",
  platform: "node",
  target: "node18.17",
  fixedExtension: true,
  dts: false,
  minify: true,
  deps: { alwaysBundle: [/.*/] },
  inputOptions: { resolve: { conditionNames: ["lectern-source", "import", "node", "default"] } },
  logLevel: "warn",
})
