/** Number of leading characters in which a licence names itself. */
const HEAD_CHARACTERS = 600
/** Longer texts start with their licence, or are something else. */
const MAX_CHARACTERS = 100_000

/**
 * Licences that start with their name; those that quote others come first. The text of a GNU licence does not say
 * whether later versions are allowed, so it counts as exactly this version.
 */
const BY_NAME: readonly (readonly [id: string, name: RegExp])[] = [
  ["MPL-2.0", /mozilla public license,? version 2\.0/],
  ["EPL-2.0", /eclipse public license - v 2\.0/],
  ["EUPL-1.2", /european union public licence v\. ?1\.2/],
  ["AGPL-3.0-only", /gnu affero general public license version 3/],
  ["LGPL-3.0-only", /gnu lesser general public license version 3/],
  ["LGPL-2.1-only", /gnu lesser general public license version 2\.1/],
  ["GPL-3.0-only", /gnu general public license version 3/],
  ["GPL-2.0-only", /gnu general public license version 2/],
  ["Apache-2.0", /apache license,? version 2\.0/],
  ["CC0-1.0", /cc0 1\.0 universal/],
  ["CC-BY-NC-SA-4.0", /attribution-noncommercial-sharealike 4\.0 international/],
  ["CC-BY-NC-4.0", /attribution-noncommercial 4\.0 international/],
  ["CC-BY-SA-4.0", /attribution-sharealike 4\.0 international/],
  ["CC-BY-4.0", /attribution 4\.0 international/],
  ["BSL-1.0", /boost software license - version 1\.0/],
  ["BUSL-1.1", /business source license 1\.1/],
  ["Elastic-2.0", /elastic license 2\.0/],
  ["Artistic-2.0", /artistic license 2\.0/],
  ["OFL-1.1", /sil open font license version 1\.1/],
  ["WTFPL", /do what the fuck you want to public license/],
  ["Unlicense", /this is free and unencumbered software released into the public domain/],
]

const MIT_GRANT = "permission is hereby granted, free of charge, to any person obtaining a copy"
const MIT_NOTICE = "permission notice shall be included in all"
const ISC_GRANT =
  /permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee is hereby granted/
const BSD_GRANT = "redistribution and use in source and binary forms"

/** Licences that are recognised by their sentences. */
const BY_SENTENCES: readonly (readonly [id: string, isIt: (text: string) => boolean])[] = [
  ["MIT", (text) => text.includes(MIT_GRANT) && text.includes(MIT_NOTICE)],
  ["MIT-0", (text) => text.includes(MIT_GRANT) && !text.includes(MIT_NOTICE)],
  ["ISC", (text) => ISC_GRANT.test(text) && text.includes("permission notice appear in all copies")],
  ["0BSD", (text) => ISC_GRANT.test(text) && !text.includes("permission notice appear in all copies")],
  ["BSD-4-Clause", (text) => text.includes(BSD_GRANT) && text.includes("all advertising materials mentioning")],
  ["BSD-3-Clause", (text) => isBsd(text) && text.includes("be used to endorse or promote products")],
  ["BSD-2-Clause", (text) => isBsd(text) && !text.includes("be used to endorse or promote products")],
  ["Zlib", (text) => text.includes("altered source versions must be plainly marked as such")],
]

function isBsd(text: string): boolean {
  return text.includes(BSD_GRANT) && !text.includes("all advertising materials mentioning")
}

/**
 * Recognises a licence text by its name at the start, or by sentences that no other licence contains.
 *
 * @returns the SPDX id; undefined if the text matches none of the roughly thirty known licences, or more than one.
 */
export function matchLicense(text: string): string | undefined {
  const plain = text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .replaceAll(/[“”"'`*#=_]+/g, "")
    .replaceAll(/\s+/g, " ")
  const head = plain.slice(0, HEAD_CHARACTERS)
  const named = BY_NAME.find(([, name]) => name.test(head))
  if (named !== undefined) return named[0]
  const known = BY_SENTENCES.filter(([, isIt]) => isIt(plain))
  return known.length === 1 ? known[0]?.[0] : undefined
}
