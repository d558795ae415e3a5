export {
  type CopiedInstance,
  type CopyProgress,
  type Diagnosis,
  type ServerEntryPoints,
  type KeyRotation,
  type LocalFlags,
  type LocalServer,
  type ServeFlags,
} from "./session/server-entry-points.ts"
export { runCli } from "./run-cli.ts"
