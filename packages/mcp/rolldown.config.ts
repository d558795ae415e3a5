import { defineConfig } from "rolldown"

/** One file without dependencies: `npx` fetches it at once, and it runs where its parts would refuse an older Node. */
export default defineConfig({
  cwd: import.meta.dirname,
  input: { "lectern-mcp": "src/main.ts" },
  platform: "node",
  resolve: { conditionNames: ["lectern-source", "import", "node", "default"] },
  transform: { target: "node18.17" },
  output: {
    dir: "dist",
    cleanDir: true,
    format: "esm",
    entryFileNames: "[name].mjs",
    codeSplitting: false,
    minify: true,
  },
})
