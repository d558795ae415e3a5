/** Bytes before the metadata of a database (MaxMind DB file format 2.0). */
const METADATA_MARKER = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")])
/** Bytes between the tree and the records. */
const SEPARATOR_BYTES = 16
const RECORD_BITS = 24
const ADDRESS_BITS = 128

/** Types of the format's data section. */
const TYPES = { utf8: 2, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 } as const
/** Types above seven are stored in a separate byte. */
const LAST_SHORT_TYPE = 7

type Node = { branches: [Branch, Branch] }
type Branch = Node | { readonly country: string } | undefined

/**
 * Writes a database of countries in the MaxMind DB file format 2.0 (https://maxmind.github.io/MaxMind-DB/), which the
 * server reads.
 *
 * @param countryByNetwork ISO 3166-1 codes by network, IPv6 in full groups or IPv4, such as `81.2.69.0/24`.
 */
export function writeCountryDatabase(countryByNetwork: Readonly<Record<string, string>>): Buffer {
  const root: Node = { branches: [undefined, undefined] }
  for (const [network, country] of Object.entries(countryByNetwork)) insert(root, bitsOf(network), country)
  const nodes = listNodes(root)
  const { bytes: records, offsetByCountry } = writeRecords(Object.values(countryByNetwork))
  const numbers = new Map(nodes.map((node, at) => [node, at]))
  const numberOf = (branch: Branch): number => {
    if (branch === undefined) return nodes.length
    if ("country" in branch) return nodes.length + SEPARATOR_BYTES + (offsetByCountry.get(branch.country) ?? 0)
    return numbers.get(branch) ?? 0
  }
  const tree = Buffer.alloc((nodes.length * 2 * RECORD_BITS) / 8)
  nodes.forEach(({ branches }, at) =>
    branches.forEach((branch, side) => tree.writeUIntBE(numberOf(branch), at * 6 + side * 3, 3)),
  )
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), records, METADATA_MARKER, metadataOf(nodes.length)])
}

/** Returns the bits of a network. IPv4 addresses are below `::/96`, as in every database from the vendor. */
function bitsOf(network: string): readonly number[] {
  const [address = "", length = ""] = network.split("/")
  const isShort = !address.includes(":")
  const words = isShort
    ? address.split(".").map((byte) => Number(byte).toString(2).padStart(8, "0"))
    : address.split(":").map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0"))
  const prefix = isShort ? "0".repeat(ADDRESS_BITS - 32) : ""
  const bits = `${prefix}${words.join("")}`.slice(0, prefix.length + Number(length))
  return [...bits].map(Number)
}

function insert(root: Node, bits: readonly number[], country: string): void {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const next = node.branches[bit as 0 | 1]
    if (next !== undefined && "country" in next) throw new Error("networks must not lie in one another")
    const below: Node = next ?? { branches: [undefined, undefined] }
    node.branches[bit as 0 | 1] = below
    node = below
  }
  node.branches[(bits.at(-1) ?? 0) as 0 | 1] = { country }
}

function listNodes(root: Node): readonly Node[] {
  const nodes = [root]
  // The list grows during the loop. The root comes first, as the format requires.
  for (const node of nodes) {
    for (const branch of node.branches) if (branch !== undefined && "branches" in branch) nodes.push(branch)
  }
  return nodes
}

function writeRecords(countries: readonly string[]) {
  const offsetByCountry = new Map<string, number>()
  const parts: Buffer[] = []
  let size = 0
  for (const country of new Set(countries)) {
    const bytes = mapOf({ country: mapOf({ iso_code: text(country) }) })
    offsetByCountry.set(country, size)
    parts.push(bytes)
    size += bytes.length
  }
  return { bytes: Buffer.concat(parts), offsetByCountry }
}

function metadataOf(nodeCount: number): Buffer {
  const empty = control(TYPES.array, 0)
  return mapOf({
    node_count: unsigned(TYPES.uint32, nodeCount, 4),
    record_size: unsigned(TYPES.uint16, RECORD_BITS, 2),
    ip_version: unsigned(TYPES.uint16, 6, 2),
    database_type: text("Test-Country"),
    languages: empty,
    binary_format_major_version: unsigned(TYPES.uint16, 2, 2),
    binary_format_minor_version: unsigned(TYPES.uint16, 0, 2),
    build_epoch: unsigned(TYPES.uint64, 1_700_000_000, 8),
    description: control(TYPES.map, 0),
  })
}

function mapOf(fields: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(fields)
  return Buffer.concat([control(TYPES.map, entries.length), ...entries.flatMap(([name, value]) => [text(name), value])])
}

/** Encodes a text of up to 28 bytes, which is enough here. */
function text(value: string): Buffer {
  return Buffer.concat([control(TYPES.utf8, Buffer.byteLength(value)), Buffer.from(value)])
}

function unsigned(type: number, value: number, size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return Buffer.concat([control(type, size), bytes.subarray(8 - size)])
}

function control(type: number, size: number): Buffer {
  return type <= LAST_SHORT_TYPE ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - LAST_SHORT_TYPE])
}
