import { readDiskSpace } from "./disk-space.ts"
import { type Examination, type Finding, findingOf } from "./finding.ts"

/** Encrypted secrets per transaction. */
const BATCH = 100

/** Checks that no counter is behind the rows that it numbers. */
export async function checkCounters({ catalogue, isRepairing }: Examination): Promise<Finding> {
  const counters = await catalogue.counters.read()
  const behind = counters.filter(({ value, highest }) => value < highest)
  const repairs: string[] = []
  for (const { name, highest } of isRepairing ? behind : []) {
    await catalogue.counters.raise(name, highest)
    repairs.push(`raised the counter ${name} to ${highest}`)
  }
  return findingOf({
    check: "counters",
    status: behind.length === 0 ? "ok" : "error",
    summary:
      behind.length === 0
        ? `all ${counters.length} counters are ahead of their rows`
        : `${behind.length} counters would assign numbers twice`,
    details: behind.map(({ name, value, highest }) => `${name} is at ${value}, but a row has ${highest}`),
    repairs,
  })
}

/** Checks that every stored secret can be decrypted. */
export async function checkSecrets({ catalogue, canDecrypt }: Examination): Promise<Finding> {
  const { encryptedValues } = catalogue
  const details: string[] = []
  let count = 0
  for (const kind of encryptedValues.kinds) {
    let unreadable = 0
    const look = (sealed: string): undefined => {
      count++
      if (!canDecrypt(sealed)) unreadable++
      return undefined
    }
    let after: string | undefined = ""
    while (after !== undefined) {
      after = (await encryptedValues.replaceSome(kind, { after, limit: BATCH }, look)).nextAfter
    }
    if (unreadable > 0) details.push(`${kind}: ${unreadable}. Restore their key, or enter the secrets again`)
  }
  return findingOf({
    check: "encryption key",
    status: details.length === 0 ? "ok" : "error",
    summary:
      details.length === 0 ? `the keys decrypt all ${count} stored secrets` : "no key decrypts some stored secrets",
    details,
  })
}

/** Checks how much disk space is left for the data directory. */
export async function checkDisk({ dataDir }: Pick<Examination, "dataDir">): Promise<Finding> {
  const { status, summary } = await readDiskSpace(dataDir)
  return findingOf({
    check: "disk space",
    status,
    summary,
    details:
      status === "ok" ? [] : ["Make room on the disk of the data directory: ingestions and writes fail without it"],
  })
}
