// Some tests fetch repositories over ssh. This installs the client if it is missing and this process may install it;
// otherwise, it prints what to do.
import { spawnSync } from "node:child_process"

const TIME_MS = 180_000

const has = (program, flag) => spawnSync(program, [flag], { stdio: "ignore" }).error === undefined

/** Only with apt and as root, as in a container, so that no password is needed. */
const mayInstall = () => process.getuid?.() === 0 && has("apt-get", "--version")

function apt(...args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  return spawnSync("apt-get", ["-qq", ...args], { stdio: "ignore", timeout: TIME_MS, env: environment }).status === 0
}

/** Installs an ssh client if possible. Never fails; without a client, the tests that need one fail. */
export function bringSsh() {
  if (has("ssh", "-V")) return
  process.stderr.write("lectern: ssh is not on the PATH, and some tests require it\n")
  if (mayInstall() && apt("update") && apt("install", "-y", "--no-install-recommends", "openssh-client")) {
    process.stderr.write("lectern: installed openssh-client\n")
    return
  }
  process.stderr.write("lectern: install openssh-client; without it, tests of repositories over ssh fail\n")
}
