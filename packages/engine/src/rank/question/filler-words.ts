/** Words of questions that say nothing about their subject. Unlike stop words, they are searched if a question has nothing else. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  `actually already also another anyone anything apparently ask asking because best better cant come correct correctly dont else
  even ever exactly explain fine get gets getting good got guess happen happening happens hello help hey hi know let like look
  looking lot make makes mean much must need needed needs now ok okay ours people please possible possibly probably properly
  question quite rather really recommended right say says see seem seems simply somehow someone something still suppose supposed
  sure tell thanks thing things think tried tries try trying understand want wants way well whether wonder wondering yes yet`
    .split(/\s+/)
    .filter(Boolean),
)
