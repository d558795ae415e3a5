export { type CliDoors, type KeyRotation, type LocalFlags, type LocalServer, type ServeFlags } from "./cli-doors.ts"
export { runCli } from "./run-cli.ts"
