/**
 * All numbers of the directory's ranking. An exact name counts 1, and the other numbers are relative to that. Signals
 * whose sum is below the gap between two kinds of name matches only decide between libraries with similar names.
 */

/** How strongly a form of a name identifies its library when someone types exactly that form. */
export const FORM_STRENGTH = {
  repository: 1,
  title: 0.98,
  /** The part of a title before a colon, dash or bracket. */
  titleHead: 0.92,
  /** `next` for `next.js`, `tailwind` for `tailwindcss`: both forms are common. */
  withoutEnding: 0.95,
  /** `postgres` for `node-postgres`, which is often a port of the library with the bare name. */
  withoutPlatform: 0.9,
  /** The title of documentation without the word "documentation". The library itself ranks first. */
  documented: 0.88,
  /** `laravel` for `laravel/framework`. */
  ownerOfGeneric: 0.93,
  /** A name in brackets in the description: `(React Query, Vue Query)`. */
  bracketed: 0.85,
  /** A package that the library documents. A library with that name ranks first. */
  alias: 0.84,
  initials: 0.85,
  numeronym: 0.85,
} as const

/** Weights of the variants of a typed name. */
export const VARIANT_WEIGHT = {
  asTyped: 1,
  withoutVersion: 0.97,
  withoutFiller: 0.96,
  withoutPlatform: 0.95,
  nickname: 0.95,
  /** The bare name beside an owner. It counts less, and the owner bonus compensates for that. */
  besideOwner: 0.85,
  /** The name inside a package scope: `@nestjs/core`, where `core` is not distinctive. */
  insideScope: 0.72,
  scopeItself: 0.7,
  /** The host of a website; with a path after it, the host may also be a git host. */
  siteAlone: 0.9,
  siteWithPath: 0.7,
  /** Some of several words. Increases to the second number with their share of the letters. */
  someWords: 0.5,
  mostWords: 0.86,
} as const

/** Factor for the strength of a form after typo repair, by number of edits. */
export const TYPO_FACTOR = { one: 0.9, oneInShortName: 0.72, two: 0.76, otherFirstLetter: 0.92 } as const
/** Shorter names with one edit are as likely to be other words as typos. */
export const SHORT_NAME_LENGTH = 5
/** Minimum length for repairing two edits. */
export const TWO_EDITS_LENGTH = 8

/** A name that starts with the typed text, from a few letters of it to nearly all of it. */
export const BEGINNING_FACTOR = { least: 0.55, most: 0.85 } as const
/** Similar by trigrams only (Dice coefficient 0 to 1). */
export const ALIKE_FACTOR = 0.62
/** All typed words are among the words of the library's name; `tight` if there are no others. */
export const WORDS_FACTOR = { loose: 0.5, tight: 0.8 } as const

/** The id was typed: the library ranks first. */
export const WHOLE_ID_BONUS = 2

/** The typed owner equals the library's, or is similar. */
export const OWNER_BONUS = { same: 0.3, alike: 0.2 } as const

/** Share of the question (by rarity of its words) that name, description and content contain. */
export const QUESTION_BONUS = 0.25
/** The question contains the rest of the name: `spring` with "security filter" means `spring-security`. */
export const EXPLAINED_BONUS = { sameOwner: 0.3, other: 0.1 } as const
/** The library's owner has the typed name; increases with the size of the owner. */
export const FAMILY_BONUS = 0.1
/** Weight of a word of the question by the field that contains it. */
export const FIELD_WEIGHT = { name: 1, term: 0.8, description: 0.8 } as const

/** Query-independent signals; their sum is less than the penalty of a typo. */
export const PRIOR = {
  /** The owner has the same name as the repository: `fastapi/fastapi`, `tokio-rs/tokio`. */
  namedLikeOwner: 0.06,
  /** Increases with the number of the owner's libraries on this instance, up to this value at 32. */
  ownerSize: 0.03,
  /** Increases logarithmically, up to this value at 300,000. */
  stars: 0.08,
  trust: 0.04,
  /** Increases logarithmically, up to this value at 100,000. */
  snippets: 0.03,
  /** The library describes itself as deprecated or archived. */
  retired: -0.15,
  /** Examples, templates, courses, forks. */
  derived: -0.08,
} as const

/**
 * Scores without a name: a library that the question mentions, and the share of the question's words in the library's
 * entry. The share is squared, so that half of the words count less than a mention, and nearly all of them count more.
 */
export const QUESTION_ONLY = { mention: 0.7, words: 0.95 } as const
