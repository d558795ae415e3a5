/**
 * Every number of the directory's ranking. A name that is written exactly counts 1; the rest is read against that: what
 * adds up to less than the gap between two ways of matching a name only decides between namesakes.
 */

/** How strongly a form of a name stands for its library when somebody types exactly that. */
export const FORM_STRENGTH = {
  repository: 1,
  title: 0.98,
  /** The part of a title before a colon, dash or bracket. */
  titleHead: 0.92,
  /** `next` for `next.js`, `tailwind` for `tailwindcss`: said both ways by everybody. */
  withoutEnding: 0.95,
  /** `postgres` for `node-postgres`: often the port of something that has the bare name. */
  withoutPlatform: 0.9,
  /** The title of documentation without the word for it: the library itself comes first. */
  documented: 0.88,
  /** `laravel` for `laravel/framework`. */
  ownerOfGeneric: 0.93,
  /** Named in brackets in the description: `(React Query, Vue Query)`. */
  bracketed: 0.85,
  initials: 0.85,
  numeronym: 0.85,
} as const

/** How much a reading of what was typed is trusted. */
export const VARIANT_WEIGHT = {
  asTyped: 1,
  withoutVersion: 0.97,
  withoutFiller: 0.96,
  withoutPlatform: 0.95,
  nickname: 0.95,
  /** The owner is named too, so the bare name counts less and the owner's bonus makes up for it. */
  besideOwner: 0.85,
  /** The name inside a package scope: `@nestjs/core`, where `core` says little. */
  insideScope: 0.72,
  scopeItself: 0.7,
  /** The host of a site's address; one with a path behind it may as well be a forge. */
  siteAlone: 0.9,
  siteWithPath: 0.7,
  /** Some words of several; grows to the second number with the share of letters. */
  someWords: 0.5,
  mostWords: 0.86,
} as const

/** What is left of a form's strength after repairs, by number of edits. */
export const TYPO_FACTOR = { one: 0.9, oneInShortName: 0.72, two: 0.76, otherFirstLetter: 0.92 } as const
/** Names shorter than this are other words after one edit as often as misspelt ones. */
export const SHORT_NAME_LENGTH = 5
/** Two edits are repaired from this length on. */
export const TWO_EDITS_LENGTH = 8

/** A name that begins with what was typed, from the first letters to nearly the whole. */
export const BEGINNING_FACTOR = { least: 0.55, most: 0.85 } as const
/** Alike by trigrams only (Dice coefficient 0 to 1). */
export const ALIKE_FACTOR = 0.62
/** All typed words are among the library's name words; `tight` when there are no others. */
export const WORDS_FACTOR = { loose: 0.5, tight: 0.8 } as const

/** What was typed is the id: nothing comes before it. */
export const WHOLE_ID_BONUS = 2

/** The typed owner is the library's, or is like it. */
export const OWNER_BONUS = { same: 0.3, alike: 0.2 } as const

/** Share of the question (by rarity of its words) that name, description and content account for. */
export const QUESTION_BONUS = 0.25
/** The rest of the name is explained by the question: `spring` and "security filter" mean `spring-security`. */
export const EXPLAINED_BONUS = { sameOwner: 0.3, other: 0.1 } as const
/** The library belongs to the account that is named like what was typed; grows with the account. */
export const FAMILY_BONUS = 0.1
/** How much a word of the question counts by where the library has it. */
export const FIELD_WEIGHT = { name: 1, term: 0.8, description: 0.8 } as const

/** What speaks for a library whoever asks; together less than a typo costs. */
export const PRIOR = {
  /** The account is named like the repository: `fastapi/fastapi`, `tokio-rs/tokio`. */
  namedLikeOwner: 0.06,
  /** Grows with the number of the account's libraries here, up to this at 32. */
  ownerSize: 0.03,
  /** Grows with the logarithm, up to this at 300,000. */
  stars: 0.08,
  trust: 0.04,
  /** Grows with the logarithm, up to this at 100,000. */
  snippets: 0.03,
  /** Says itself that it is at its end. */
  retired: -0.15,
  /** Examples, templates, courses, forks of something. */
  derived: -0.08,
} as const

/**
 * Question only: a library named in the question, and the question's words in what is known of the library; their share
 * counts squared, so that half of the words is less than a mention and nearly all of them more.
 */
export const QUESTION_ONLY = { mention: 0.7, words: 0.95 } as const
