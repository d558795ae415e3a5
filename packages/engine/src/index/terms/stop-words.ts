/**
 * English function words. They occur in nearly every section, so their lists would be the longest and least useful, and they are not
 * indexed. Words that are also names in programs (`get`, `use`, `set`) are indexed; questions drop them as filler words.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are aren as at be been being but by can cannot could couldn did didn do does doesn doing don for from
  had hadn has hasn have haven having he her hers him his how i if in into is isn it its itself just ll me mine my myself no nor
  not of on or our ours re s shall she should shouldn so some such t than that the their theirs them then there these they this
  those to too ve very was wasn we were weren what when where which while who whom whose why will with won would wouldn you your
  yours`
    .split(/\s+/)
    .filter(Boolean),
)
