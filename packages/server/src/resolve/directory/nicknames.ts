/**
 * Names that developers use for a library and that no rule can derive from its own name. Numeronyms (`k8s`), initials
 * of titles (`drf`), platform suffixes (`.js`) and package scopes are handled by rules elsewhere and do not belong
 * here.
 *
 * Keys are typed names, folded. Values are folded names of the library, most likely first.
 */
export const NICKNAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // Python import names that differ from the project's name.
    sklearn: ["scikitlearn"],
    skimage: ["scikitimage"],
    cv2: ["opencv", "opencvpython"],
    pil: ["pillow"],
    bs4: ["beautifulsoup", "beautifulsoup4"],
    yaml: ["pyyaml"],
    np: ["numpy"],
    pd: ["pandas"],
    plt: ["matplotlib"],
    sns: ["seaborn"],
    tf: ["tensorflow"],
    torch: ["pytorch"],
    dateutil: ["pythondateutil"],
    serial: ["pyserial"],
    // Common short forms.
    ror: ["rails"],
    rubyonrails: ["rails"],
    postgres: ["postgresql"],
    pg: ["postgresql", "postgres"],
    psql: ["postgresql"],
    pgsql: ["postgresql"],
    mongo: ["mongodb"],
    elastic: ["elasticsearch"],
    es: ["elasticsearch"],
    mui: ["materialui"],
    materialui: ["mui"],
    rn: ["reactnative"],
    rtk: ["reduxtoolkit"],
    r3f: ["reactthreefiber"],
    rhf: ["reacthookform"],
    tw: ["tailwindcss"],
    wp: ["wordpress"],
    golang: ["go"],
    ng: ["angular"],
    cra: ["createreactapp"],
    hf: ["huggingface", "transformers"],
    gcp: ["googlecloud"],
    gha: ["githubactions"],
    twbs: ["bootstrap"],
    lgbm: ["lightgbm"],
    fa: ["fontawesome"],
  }),
)

/**
 * Returns the first letter of a word, the number of letters between, and its last letter: `kubernetes` becomes `k8s`.
 * Empty for words of fewer than 8 letters.
 */
export function numeronymOf(word: string): string {
  if (word.length < 8 || !/^\p{L}+$/u.test(word)) return ""
  return `${word[0] ?? ""}${word.length - 2}${word.at(-1) ?? ""}`
}
