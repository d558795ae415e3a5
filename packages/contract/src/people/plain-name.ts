/** Characters that show nothing, or change how the others are shown. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const LETTER = /\p{L}/gu

/** Scripts that are written together; the letters of all others stand alone in a name. */
const SCRIPT_GROUPS: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]*$/u,
  ...["Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic", "Devanagari", "Thai", "Cherokee"].map(
    (script) => new RegExp(String.raw`^[\p{Script=${script}}\p{Script=Common}\p{Script=Inherited}]*$`, "u"),
  ),
]

/** Cyrillic, Greek and Armenian letters that look like Latin ones. */
const LATIN_LOOKALIKES = /^[АВЕЅІЈКМНОРСТУХЬаеѕіјорсухһԁԛԝᴦΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχՕՏսօհոց]*$/u

/**
 * Returns whether a name can be told apart from others by reading it: it has no invisible characters, its letters are of
 * one script (or of scripts that are written together), and they are not all look-alikes of Latin letters.
 */
export function isPlainName(name: string): boolean {
  const composed = name.normalize("NFKC")
  if (INVISIBLE.test(name) || INVISIBLE.test(composed)) return false
  const letters = (composed.match(LETTER) ?? []).join("")
  if (letters === "") return true
  const isOneScript = SCRIPT_GROUPS.some((group) => group.test(letters)) || isOfRareScript(letters)
  return isOneScript && (/\p{Script=Latin}/u.test(letters) || !LATIN_LOOKALIKES.test(letters))
}

/** Letters of scripts that have no look-alikes in the groups above pass when none of those scripts is mixed in. */
function isOfRareScript(letters: string): boolean {
  return !/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(letters)
}
