/**
 * Words in which questions are put and which say nothing of their subject. Unlike the index's function words they are
 * searched for when a question holds nothing else.
 */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  `able actually again all already also always another any anyone anything appear appears apparently ask asking avoid because been
  before best better both bit cannot cant cause come comes correct correctly currently dont done either else even ever every exact
  exactly example expect expected explain fine find found get gets getting give given gives go goes going good got guess happen
  happening happens hello help hey hi inside instead issue keep keeps know let lets like little look looking looks lot make makes
  making many matter maybe mean means more most much must need needed needs never nothing now off ok okay once one only onto or other
  our out over own people please possible probably problem properly purpose put question quite rather really recommended right said
  same say says see seem seems show simple simply since somehow someone something sometimes still suddenly suppose supposed sure
  tell than thanks thing things think though tried tries trick try trying turn understand until up upon us use used uses using
  usually want wants way well whenever whether within without wonder wondering work working works wrong yes yet`
    .split(/\s+/)
    .filter(Boolean),
)
