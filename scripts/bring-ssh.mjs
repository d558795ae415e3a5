// The tests read repositories over ssh. Where the program is missing and may be installed, it is; else a line says what to do.
import { spawnSync } from "node:child_process"

const TIME_MS = 180_000

const has = (program, flag) => spawnSync(program, [flag], { stdio: "ignore" }).error === undefined

/** Debian's own tool, run by root: a container, where nobody is asked for a password. */
const mayInstall = () => process.getuid?.() === 0 && has("apt-get", "--version")

function apt(...args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  return spawnSync("apt-get", ["-qq", ...args], { stdio: "ignore", timeout: TIME_MS, env: environment }).status === 0
}

/** Makes sure that there is an ssh client, as far as the machine lets it. Never fails: the tests that need it do. */
export function bringSsh() {
  if (has("ssh", "-V")) return
  process.stderr.write("lectern: ssh is not on the PATH, and some tests need it\n")
  if (mayInstall() && apt("update") && apt("install", "-y", "--no-install-recommends", "openssh-client")) {
    process.stderr.write("lectern: installed openssh-client\n")
    return
  }
  process.stderr.write("lectern: install openssh-client, or expect the tests of repositories over ssh to fail\n")
}
