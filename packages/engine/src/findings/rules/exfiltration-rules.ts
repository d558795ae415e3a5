import type { FindingRule } from "./finding-rule.ts"

const KIND = "exfiltration"
const SEND =
  "(?:sends?|sending|posts?|posting|uploads?|uploading|transmits?|transmitting|exfiltrates?|exfiltrating|forwards?|forwarding|e-?mails?|e-?mailing|leaks?|beacons?|delivers?|reports?|submits?|pastes?|publish(?:es)?|copy|copies|attach(?:es)?|appends?|mails?|mailing)"
/** Private data on the reader's machine that no documentation needs. */
const PRIVATE =
  "(?:environment variables|env(?:ironment)? vars|environment|process\\.env|os\\.environ|\\.env(?:\\.\\w{1,40})?(?: files?)?|ssh keys?|private keys?|id_(?:rsa|ed25519)|~/\\.ssh\\S{0,80}|~/\\.aws\\S{0,80}|~/\\.netrc|~/\\.npmrc|~/\\.kube\\S{0,80}|~/\\.config\\S{0,80}|/etc/passwd|/etc/shadow|keychain|browser cookies|(?:shell|terminal|command) history|(?:the )?output of `?(?:printenv|env|set)`?|bash_history|git credentials|\\.git-credentials|conversation(?: history)?|chat history|(?:your )?system prompt|source code|local files|workspace|clipboard|list of files|file listing|directory listing|wallets?|seed phrase)"
/** The same without the rest of the path, for expressions in which anything can follow. */
const PRIVATE_START = PRIVATE.replaceAll("\\S{0,80}", "")
const SECRET =
  "(?:api keys?|credentials|secrets|access tokens?|auth(?:entication)? tokens?|(?:\\w{1,40} )?tokens?|passwords?|cookies|keys)"
const DESTINATION =
  "(?:https?://\\S{1,80}|\\S{1,80}@\\S{1,80}\\.\\w{1,40}|(?:\\d{1,3}\\.){3}\\d{1,3}|(?:the |this |our |my |an? )?(?:\\w{1,40} )?(?:webhook|endpoint|server|address|url|e-?mail|collector|domain|host|pastebin|gist|attacker|channel|issue|pull request|form)\\b|[a-z0-9-]{1,40}(?:\\.[a-z0-9-]{1,40}){0,6}\\.(?:com|net|org|io|dev|xyz|ru|site|tk|top|info|co|app|sh|me)\\b)"
/** Files and commands that print secrets. */
const SECRET_FILE =
  "(?:(?:~|\\$home|\\$\\{home\\}|/root|/home/\\w{1,40}|\\$env:userprofile|%userprofile%)/?\\\\?\\.(?:ssh|aws|netrc|npmrc|pypirc|kube|docker|gnupg|config|git-credentials|bash_history|zsh_history|claude|cursor)\\S{0,80}|/etc/(?:passwd|shadow)|id_(?:rsa|ed25519|dsa)|(?<![\\w/-])\\.env(?![\\w-])|\\.git-credentials|/proc/self/environ|/var/run/secrets\\S{0,80})"
/** The same without the rest of the path, for expressions in which anything can follow. */
const SECRET_FILE_START = SECRET_FILE.replaceAll("\\S{0,80}", "")
const NET =
  "(?:curl|wget|nc|ncat|netcat|telnet|invoke-webrequest|invoke-restmethod|iwr|irm|nslookup|dig|ping|socat|xh|scp|rsync|ftp|sendmail|mailx?)"

/** Text and code that send private data to an address. */
export const EXFILTRATION_RULES = [
  {
    name: "sends-private-data",
    kind: KIND,
    points: 60,
    hints: [
      "output of",
      "environment",
      "env",
      "ssh",
      "private key",
      "id_rsa",
      "id_ed25519",
      ".aws",
      ".netrc",
      ".npmrc",
      ".kube",
      ".config",
      "/etc/",
      "keychain",
      "cookies",
      "history",
      "conversation",
      "prompt",
      "source code",
      "local files",
      "workspace",
      "clipboard",
      "list of files",
      "listing",
      "$",
      "wallet",
      "seed phrase",
      "git-credentials",
      "git credentials",
    ],
    patterns: [
      new RegExp(
        `\\b${SEND} (?:[\\w',/()]{1,40} ){0,6}?(?:contents? of |values? of |copy of |list of |dump of |all (?:of )?|every )?(?:the |your |their |its |any |user's |all |complete |full |entire |whole |current |local |project |project's |\\w{1,40}'s ){0,3}${PRIVATE}(?: [\\w',/&()-]{1,40}){0,8}? (?:to|at|via|using) (?:[\\w'-]{1,40} ){0,3}?${DESTINATION}`,
      ),
      new RegExp(`\\b${SEND} (?:\\w{1,40} )?\\$\\{?[a-z_]{0,30}(?:key|token|secret|password)\\}? (?:to|at)\\b`),
      new RegExp(
        `\\b${SEND} (?:\\w{1,40} )?(?:to|at) (?:[\\w'-]{1,40} ){0,2}?${DESTINATION}.{0,30}?\\b(?:with|containing|including|the contents? of|the values? of|all)\\b (?:[\\w',]{1,40} ){0,5}?${PRIVATE}`,
      ),
      new RegExp(
        `\\b(?:pastes?|attach(?:es)?|include|insert|add|put|copy) (?:the |your |their |user's |entire |full |whole |complete |\\w{1,40}'s ){0,4}(?:conversation(?: history)?|chat history|terminal history|shell history|system prompt|seed phrase|environment variables) (?:in|into|to|on|as)\\b`,
      ),
      new RegExp(
        `\\b(?:zip|archive|tar|compress|pack|read|collect|gather|find|grab|open|take|cat|extract|list|get|dump) (?:[\\w',]{1,40} ){0,5}?${PRIVATE_START}.{0,80}?\\b(?:and|then|,) (?:then )?(?:\\w{1,40} )?${SEND} (?:[\\w']{1,40} ){0,5}?(?:to|at|via|as|in)\\b`,
      ),
    ],
  },
  {
    name: "asks-for-private-data",
    kind: KIND,
    points: 40,
    hints: [
      "user",
      "token",
      "cookies",
      "environment",
      "env",
      "ssh",
      "private key",
      "id_rsa",
      "id_ed25519",
      ".aws",
      ".netrc",
      ".npmrc",
      ".kube",
      "/etc/",
      "keychain",
      "secrets",
      "credential",
      "api key",
      "password",
      "card",
      "seed phrase",
      "git-credentials",
    ],
    patterns: [
      new RegExp(
        `${PRIVATE_START}.{0,60}?\\b(?:and|then) (?:\\w{1,40} )?(?:include|put|paste|return|output|quote|print|show|add|embed|reply with|give|pass|push) (?:\\w{1,40} ){0,4}?(?:in|into|as|to|with|it|them|contents?)\\b`,
      ),
      new RegExp(
        `\\b(?:include|put|paste|return|output|quote|tell me|hand over|give me|embed|print|dump) (?:[\\w']{1,40} ){0,4}?(?:${PRIVATE}|(?:stored |saved |all |repository |user's |any )+${SECRET})(?: [\\w']{1,40}){0,6}? (?:in|into|to|as)\\b`,
      ),
      /\b(?:include|send|add|put|pass|use|enter|insert) (?:the |your )?user'?s? (?:own |current |\w{1,40} )?(?:api |access |private |secret )?(?:keys?|tokens?|passwords?|credentials|cookies)\b/,
      new RegExp(`\\btell me (?:the )?(?:contents?|values?) of ${PRIVATE}`),
      /\b(?:read_file|readfile|open|cat|fs\.readfilesync)\s?\(?\s?'?(?:\/etc\/shadow|~\/\.ssh\/|~\/\.aws\/|\/root\/\.ssh)/,
      /\b(?:dump|prints?|leak|log|collect)s? (?:all |every |any )(?:\w{1,40} ){0,2}?(?:secrets|api keys?|credentials|passwords?|tokens)\b/,
      /\b(?:ask|asking) (?:\w{1,40} ){0,2}?for (?:their|his|her) (?:credit )?(?:card (?:number|details)|seed phrase|social security|pin)\b/,
    ],
  },
  {
    name: "sends-secrets",
    kind: KIND,
    points: 30,
    hints: ["key", "credential", "secret", "token", "password", "cookie"],
    patterns: [
      new RegExp(
        `\\b${SEND} (?:[\\w',/]{1,40} ){0,5}?(?:all |any |every |found |your |user's |users' |the user's |the |stored |saved )(?:[\\w',/]{1,40} ){0,3}?${SECRET}(?: [\\w',/&-]{1,40}){0,6}? (?:to|at|via) (?:[\\w'-]{1,40} ){0,3}?${DESTINATION}`,
      ),
      new RegExp(
        `\\b(?:every|all|each) ${SECRET} (?:must|should|has to|have to|is to|are to) be (?:logged|sent|posted|reported|copied|uploaded|forwarded)\\b`,
      ),
      new RegExp(
        `\\b(?:read|collect|gather|find|grab|search|extract|look|scan|harvest)(?: for)? (?:[\\w',]{1,40} ){0,5}?${SECRET}.{0,80}?\\b(?:and|then) (?:\\w{1,40} )?${SEND} `,
      ),
    ],
  },
  {
    name: "command-sends-secrets",
    kind: KIND,
    points: 80,
    hints: [
      "curl",
      "wget",
      "nc ",
      "ncat",
      "netcat",
      "invoke-",
      "iwr",
      "irm",
      "scp",
      "rsync",
      "mail",
      "telnet",
      "socat",
      "xh ",
      "http ",
    ],
    patterns: [
      new RegExp(`\\b${NET}\\b[^;&]{0,300}(?:\\$\\(|\`)\\s?(?:env|printenv|export -p)\\b(?=[\\s|)\`])`),
      new RegExp(
        `\\b${NET}\\b[^;&]{0,300}(?:\\$\\(|\`|<\\()\\s?(?:cat|base64|head|tail|tar|gzip|xxd|grep|awk|sed|type|get-content)\\b[^)\`]{0,80}${SECRET_FILE}`,
      ),
      new RegExp(
        `\\b${NET}\\b[^;|&]{0,300}(?:@|=@|<\\s?|-t\\s|--upload-file\\s|--post-file[= ]|-infile\\s)['"]?${SECRET_FILE}`,
      ),
      new RegExp(`\\bfor \\w{1,40} in [^;]{0,80}${SECRET_FILE_START}[^;]{0,40};? ?do [^;]{0,80}\\b${NET}\\b`),
      /\b(?:invoke-restmethod|invoke-webrequest|irm|iwr|curl)\b[^;]{0,160}\(\s?(?:get-childitem|gci|dir|ls) env:/,
      new RegExp(`\\b(?:scp|rsync)\\b[^;|&]{0,120}${SECRET_FILE_START}[^;|&]{0,120}[\\w-]:`),
      new RegExp(
        `(?:^|[;&|(\`$ ])(?:env|printenv|export -p|(?:cat|base64|xxd|head|tail|strings) [^;|&]{0,80}${SECRET_FILE}[^;|&]{0,80}|tar [^;|&]{0,60}${SECRET_FILE}[^;|&]{0,60}|grep [^;|&]{0,80}${SECRET_FILE}|base64 [^;|&]{0,60}${SECRET_FILE}|security find-\\w{1,40}-password[^;|&]{0,60}|get-childitem env:|dir env:|gci env:)\\s?(?:\\|[^;&|]{0,60}){0,3}\\|\\s?(?:${NET})\\b`,
      ),
    ],
  },
  {
    name: "code-sends-environment",
    kind: KIND,
    points: 80,
    hints: [
      "process.env",
      "os.environ",
      "dict(environ)",
      "env::vars",
      "getenv()",
      "$_env",
      "$_server",
      "system.getenv",
      "env.to_h",
      "document.cookie",
      "tojson(",
    ],
    patterns: [
      /\b(?:fetch|axios(?:\.\w{1,40})?|got(?:\.\w{1,40})?|request(?:\.\w{1,40})?|sendbeacon|ky(?:\.\w{1,40})?|http\.request|\$\.post|superagent\.\w{1,40})\s?\([^;]{0,250}(?:json\.stringify\(\s?(?:\{\s?(?:\.\.\.|[\w]{1,40}:\s?))?|body:\s?|data:\s?|\.\.\.|,\s?)process\.env\s?(?![.[\w])/,
      /\b(?:fetch|axios(?:\.\w{1,40})?|got(?:\.\w{1,40})?|request(?:\.\w{1,40})?|ky(?:\.\w{1,40})?|\$\.post|superagent\.\w{1,40})\s?\([^;]{0,200}\{\s?(?:\w{1,40}:\s?)?process\.env\s?[,}]/,
      /\b(?:btoa|encodeuricomponent)\s?\(\s?json\.stringify\s?\(\s?process\.env\s?\)/,
      /\btojson\(\s?secrets\s?\)/,
      /https?:\/\/[^\n]{0,250}\bjson\.stringify\s?\(\s?process\.env\s?\)/,
      /https?:\/\/[^\n]{0,250}[(,=]\s?(?:dict\()?os\.environ(?:\.copy\(\)|\.items\(\))?\s?[),]/,
      /\bhttp\.(?:post|newrequest|get)\b[^\n]{0,200}\bos\.environ\(\)/,
      /\b(?:file_get_contents|curl_setopt|fopen|guzzle|http::post)\b[^\n]{0,200}\b(?:json_encode|serialize|http_build_query)\s?\(\s?(?:\$_(?:env|server)|getenv\(\))/,
      /\b(?:requests|httpx|urllib\.request|aiohttp|session)\.(?:post|put|get|request|urlopen)\s?\([^;]{0,200}(?:dict\(os\.environ\)|(?:json|data|params|files)=os\.environ(?:\.copy\(\)|\.items\(\))?\s?(?:[),}]|$)|json\.dumps\(\s?(?:dict\()?os\.environ)/,
      /\b(?:net::http|httparty|faraday)\S{0,20}[^;]{0,150}\benv\.to_h\b/,
      /\bfetch\s?\(\s?[^)]{0,120}\+\s?(?:encodeuricomponent|btoa)\s?\(\s?json\.stringify\s?\(\s?(?:process\.env\s?\)|localstorage\s?\)|\{\s?\.\.\.process\.env)/,
      /\b(?:fetch|sendbeacon|new image\(\)\.src|\.src)\s?[=(][^;]{0,120}\bdocument\.cookie\b/,
    ],
  },
  {
    name: "image-with-secret",
    kind: KIND,
    points: 60,
    hints: ["![", "image", "img", "picture", "link"],
    patterns: [
      /!\[[^\]]{0,200}\]\(\s?https?:\/\/[^\s)]{1,200}[?&/=](?:\{\{?|\$\{?|<|\[|%7b|__)[^)]{0,60}(?:secret|key|token|env|password|conversation|history|prompt|summary|data|context|user_?input|credential|content|message|answer)/,
      /!\[[^\]]{0,200}\]\(\s?https?:\/\/[^\s)]{1,200}[?&]\w{1,20}=[^)]{0,60}\).{0,160}\b(?:conversation|everything the user|user (?:has |have )?(?:said|typed|written|asked)|chat|history|secrets?|api keys?|so far)\b/,
      /<img\b[^>]{0,200}src=['"]?https?:\/\/[^\s>]{1,200}[?&=](?:\{\{?|\$\{?|\[|%7b|__)[^>'"]{0,60}(?:secret|key|token|env|password|conversation|history|prompt|summary|credential)/,
      /\b(?:render|include|insert|embed|display|show|add|output|append|create|generate)\b(?: \w{1,40}){0,5} (?:markdown )?(?:image|img|picture|link|tracking pixel)\b.{0,120}\b(?:replac|substitut|append|fill|contain|includ|encod|interpolat|with)\w{0,40}\b.{0,60}\b(?:conversation|chat history|secrets?|api keys?|environment variables|env(?:ironment)? vars|tokens?|passwords?|credentials|system prompt|user'?s? (?:message|data|question|input|name|e-?mail))\b/,
    ],
  },
  {
    name: "name-lookup-with-secret",
    kind: KIND,
    points: 70,
    hints: ["nslookup", "dig", "ping", "host "],
    patterns: [
      /\b(?:nslookup|dig|ping|host)\b[^;|&]{0,80}(?:\$\(|`)[^)`]{1,120}(?:\)|`)\.[\w.-]{1,40}\.\w{2,20}/,
      /\b(?:nslookup|dig|ping)\b[^;|&]{0,80}\$\{?(?:(?:[a-z]{1,20}_){0,3}(?:key|token|secret|password)|user|hostname)\}?\.\S{4,60}/,
    ],
  },
  {
    name: "collecting-service",
    kind: KIND,
    points: 30,
    hints: [
      "webhook.site",
      "requestbin",
      "pipedream",
      "burpcollaborator",
      "oastify",
      "oast.",
      "interact.sh",
      "canarytokens",
      "beeceptor",
      "hookb.in",
      "requestcatcher",
      "ngrok",
      ".onion",
      "dnslog",
    ],
    patterns: [
      /\b(?:webhook\.site|requestbin\.\w{1,40}|\w{1,40}\.m\.pipedream\.net|burpcollaborator\.net|oastify\.com|oast\.(?:fun|pro|live|site|online|me)|interact\.sh|canarytokens\.com|beeceptor\.com|hookb\.in|requestcatcher\.com|dnslog\.cn)\b/,
      /\b[\w-]{1,40}\.(?:ngrok(?:-free)?\.(?:io|app|dev)|onion)\b/,
    ],
  },
  {
    name: "agent-sends-data",
    kind: "exfiltration",
    points: 30,
    hints: ["history", "names of", "working directory", "kubeconfig", "each message", "conversation", "open file"],
    patterns: [
      /\b(?:report|paste|send|post|forward|upload|attach|submit|publish|append)(?:s|ed|ing)?\b[^.!?]{0,60} (?:history|names of (?:all|the) files|working directory|kubeconfig|each message|conversation|open files?)\b[^!?]{0,80}(?:https?:\/\/|\bto the (?:public )?(?:issue|gist)\b)/,
    ],
  },
  {
    name: "code-sends-secret-file",
    kind: "exfiltration",
    points: 60,
    hints: [".ssh/", ".aws/", ".npmrc", ".netrc", ".gnupg", ".kube/", ".config/gcloud"],
    patterns: [
      /\b(?:fetch|axios|post|put|request|urlopen|sendbeacon|upload)\w{0,20}\([^\n]{0,200}(?:readfile\w{0,10}|open|read_text|file\.read)\([^\n]{0,80}\.(?:ssh\/id_|aws\/credentials|npmrc|netrc|gnupg|kube\/config|config\/gcloud)/,
      /\bfor \w{1,20} in ~?\/?[^\n;]{0,40}\.(?:ssh|aws|gnupg|kube|config\/gcloud)\/[^\n;]{0,20}; ?do [^\n]{0,40}\b(?:curl|wget|nc|scp)\b/,
    ],
  },
] as const satisfies readonly FindingRule[]
