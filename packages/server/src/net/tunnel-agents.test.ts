import { type Agent, createServer, get as getSecure } from "node:https"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { createSecureContext } from "node:tls"
import { expect, it } from "vitest"
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from "./certificates.testing.ts"
import { makeOutgoing } from "./outgoing.ts"
import { openTestProxy } from "./proxy-server.testing.ts"
import type { Trust } from "./trusted-certificates.ts"
import { makeTunnelAgents } from "./tunnel-agents.ts"

function fetchWith(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    getSecure(url, { agent, checkServerIdentity: () => undefined }, (response) => resolve(text(response))).on(
      "error",
      reject,
    )
  })
}

it("reaches https hosts through the proxy by name, with the trusted certificates", async () => {
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_request, response) => response.end("ok"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const [proxy, refusing] = [await openTestProxy(), await openTestProxy({ status: 403 })]
  const trust = { pem: AUTHORITY, context: createSecureContext({ ca: AUTHORITY }) } as Trust
  const agentsFor = (proxyUrl: string) =>
    makeTunnelAgents(makeOutgoing({ https: proxyUrl, trust }), { keepAlive: true })
  const agents = agentsFor(proxy.url)
  const url = `https://store.internal:${port}/`
  try {
    expect(await fetchWith(agents.https, url)).toBe("ok")
    expect(proxy.asked).toEqual([`store.internal:${port}`])
    const refused = fetchWith(agentsFor(refusing.url).https, url)
    await expect(refused).rejects.toThrow("the outgoing proxy did not connect to store.internal: status 403")
  } finally {
    agents.https.destroy()
    server.closeAllConnections()
    server.close()
    await Promise.all([proxy.close(), refusing.close()])
  }
})
