/** Around a name, as templates and tools leave it if nothing was filled in. */
const NAME = String.raw`[^<>{}[\]\r\n]+`;
/** What tools write, but hardly anybody chooses as a password. */
const HIDDEN = "(?:es_)?redacted|masked|filtered|removed|omitted|obfuscated|sanitized";
const IN_BRACKETS = `${HIDDEN}|hidden|secure|secret|sensitive(?: value)?|known after apply`;
const NOT_SHOWN = `(?:value|secret|password|key|token)s?[-_ ](?:not[-_ ](?:shown|displayed|exported|included)|${HIDDEN})`;
/** Of single programs: 1Password, Ansible, AWX, Puppet, n8n, Metabase, kubectl, Zapier, Argo CD, Redash. */
const OF_PROGRAMS = String.raw`\[use 'op item get [^'\r\n]+' to reveal\]|value_specified_in_no_log_parameter|\$encrypted\$|sensitive \[value redacted\]|__n8n_blank_value_[\w-]+|\*\*metabasepass\*\*|data\+omitted|:censored:\d+:\w+:|\+{8,}|-{8,}`;

const PLACEHOLDER = new RegExp(
  `^(?:${[
    ...[`<+${NAME}>+`, `{{+${NAME}}}+`, `\\[\\[+${NAME}\\]\\]+`, `\\(\\(${NAME}\\)\\)`, `[#%]{${NAME}}#?`],
    ...[`\\$\\(${NAME}\\)`, `\\$\\[${NAME}\\]`, `%\\(${NAME}\\)s`, "[<{]%[^\\r\\n]+%[>}]"],
    ...["##", "@@", "%%"].map((mark) => mark + NAME + mark),
    "todo|fixme|tbd|placeholder|(?:change|replace|fill|insert|enter)[-_ ]?(?:me|this)|x{3,}|\\.{3}|…",
    "(?:your|insert|enter|replace|my)[-_ ].+[-_ ]here|your_.+",
    // As documentation shows what a credential looks like: `ghp_xxxxxxxx`, `sk-xxx...`, `sk-your-token`.
    "(?:[a-z\\d]{1,10}[-_]){1,3}x{3,}[-_.x…]*|(?:[a-z\\d]{1,6}[-_])?your[-_](?:[a-z\\d]+[-_])*(?:token|key|secret|password|id)",
    // Also with the first and last characters of the value, as dashboards show it.
    `[*•●]{3,}|[\\w-]{0,12}[*•●]{4,}[\\w-]{0,4}|redacted|[[(](?:${IN_BRACKETS})[\\])]`,
    `[*•●_:=#-]+ ?(?:${HIDDEN}) ?[*•●_:=#-]+|[*•●]+ ?\\(?(?:${HIDDEN})\\)?|_?${NOT_SHOWN}_?|${OF_PROGRAMS}`,
  ].join("|")})$`,
  "i",
);

/** May be a password, the more so in lower case, which doesn't count. */
const NAME_IN_WEAK_MARKS =
  /^(?:%[A-Z][A-Z\d_]*%|@[A-Z][A-Z\d_]*@|__[A-Z][A-Z\d_]*__|\{[A-Z][A-Z\d_]*\}|\$(?:env:)?[A-Z][A-Z\d_]{2,})$/;

/** What a name of a variable has, but hardly a password. */
const NAME_OF_VARIABLE = /[A-Z\d]_[A-Z\d]|^\$env:|KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL/;

/** What other tools put in place of a value: references that they resolve, and encrypted text that they decrypt. */
const OF_OTHER_TOOLS = new RegExp(
  `^(?:${[
    String.raw`null|undefined|None|nil|NaN|\$null|\(null\)|System\.(?:\w+\.)*\w+(?:\[\])?|@\{\w+=[^\r\n]*\}|\[B@[\da-f]{4,8}|%!\w\([^\r\n]*\)|\[object \w+\]|[|>][-+]?`,
    String.raw`\$\{\{?[^{}\r\n]+\}?\}|\{?\$?\{?(?:env|secret|file):[\w./-]+\}{1,2}|\$(?:env|secret|file):[\w./-]+|(?:secret[Rr]ef|keyring):[\w./-]+`,
    String.raw`\{?(?:op|akv|keyvault|gcpsm|gcp-sm|awssm|awsssm|aws-sm|bws|infisical|doppler|keeper|secretref|hashivault|vault|sm|secrets?|ref\+\w+)://[^\r\n]+`,
    String.raw`vault:[\w-]+/\S+#\w+|arn:aws[\w-]*:(?:secretsmanager|ssm):\S+|@Microsoft\.KeyVault\(.+\)|https://[\w-]+\.vault\.azure\.net/secrets/\S+`,
    String.raw`projects/[\w-]+/secrets/[\w-]+(?:/versions/\w+)?|(?:process\.env|secrets|env|vars)\.[A-Z][A-Z\d_]+|(?:var|local)\.[a-z\d]+_\w+`,
    String.raw`(?:process\.env|os\.environ|_?ENV)\[["']\w+["']\]|(?:os|System)\.getenv\(["']\w+["']\)|[A-Za-z\d/+]{8,}EXAMPLE(?:KEY)?`,
    String.raw`ENC\[[A-Z\d_]+,[^\]]*\]|[\s\S]*\bENC\[AES256_GCM,[\s\S]*|encrypted:B[\w+/=]{60,}|ENC\([\w+/=]+\)|vault:v\d+:\S+|\{cipher\}\S+|\{(?:AES(?:256)?|3DES|xor)\}[\w+/=]{8,}|\{AQ[\w+/=]{20,}\}|!\[[\w+/=]{20,}\]|EJ\[\d:[^\]\s]+\]|OBF:JWE:\S+|U2FsdGVkX1[\w+/=]{20,}|\$ANSIBLE_VAULT;[\s\S]*|version https://git-lfs\.github\.com/spec/[\s\S]*`,
    String.raw`-----BEGIN (?:AGE ENCRYPTED FILE|PGP MESSAGE)-----[\s\S]*`,
  ].join("|")})$`,
);

const MAX_LENGTH = 200;

/** Whether a text as a whole stands for a value that wasn't filled in: `<api_key>`, `TODO`, `##KEY##`, `[REDACTED]`. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  return (
    OF_OTHER_TOOLS.test(trimmed) ||
    (trimmed.length <= MAX_LENGTH && PLACEHOLDER.test(trimmed)) ||
    (mayBeVariable(trimmed) && NAME_OF_VARIABLE.test(trimmed))
  );
}

/** Whether a text is either a variable that another tool didn't replace, or a password, such as `$UMMER2024`. */
export function mayBeVariable(text: string): boolean {
  return NAME_IN_WEAK_MARKS.test(text.slice(0, MAX_LENGTH));
}
