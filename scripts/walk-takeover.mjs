import { networkInterfaces } from "node:os"

/**
 * Requests from someone on the network without a key: reading what only admins can see, adding, changing and deleting.
 */
const ATTEMPTS = [
  ["GET", "/api/v2/admin/users"],
  ["GET", "/api/v2/admin/settings"],
  ["GET", "/api/v2/jobs"],
  ["GET", "/api/v2/policies"],
  ["POST", "/api/v2/add/repo/git", { docsRepoUrl: "https://github.com/otter/docs" }],
  ["POST", "/api/v1/refresh", { libraryName: "/lectern/docs" }],
  ["POST", "/api/v2/admin/users", { name: "mallory", role: "admin" }],
  ["PATCH", "/api/v2/libs/lectern/docs", { title: "Mine" }],
  ["DELETE", "/api/v2/libs/lectern/docs"],
]
/** Passwords that an attacker would try first. */
const GUESSES = ["admin", "lectern", "password", "changeme"]

/** Returns an address of this machine that other machines can reach; undefined if it has none. */
export function addressOnNetwork() {
  const all = Object.values(networkInterfaces()).flat()
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address
}

/**
 * Tries to take over a fresh server without any credentials.
 *
 * @returns the attempts that were not refused.
 */
export async function tryTakeover(address) {
  const succeeded = []
  const call = async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json", origin: address },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (![401, 403, 429].includes(response.status)) succeeded.push(`${method} ${path}: ${response.status}`)
  }
  for (const [method, path, body] of ATTEMPTS) await call(method, path, body)
  for (const password of GUESSES) await call("POST", "/api/auth/sign-in", { name: "admin", password })
  return succeeded
}
