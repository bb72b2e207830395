/** Around a name, as templates and tools leave it if nothing was filled in. */
const NAME = String.raw`[^<>{}[\]\r\n]+`;
const HIDDEN = "redacted|masked|hidden|filtered|removed|secure|sensitive(?: value)?|known after apply";

const PLACEHOLDER = new RegExp(
  `^(?:${[
    ...[`<+${NAME}>+`, `{{+${NAME}}}+`, `\\[\\[+${NAME}\\]\\]+`, `\\$\\(${NAME}\\)`, `#{${NAME}}#?`],
    ...["##", "@@", "%%"].map((mark) => mark + NAME + mark),
    "todo|fixme|tbd|placeholder|(?:change|replace|fill|insert|enter)[-_ ]?(?:me|this)|x{3,}|\\.{3}|…",
    "(?:your|insert|enter|replace|my)[-_ ].+[-_ ]here|your_.+",
    `redacted|[*•●]{3,}(?: ?redacted ?[*•●]{3,})?|[[(](?:${HIDDEN})[\\])]`,
  ].join("|")})$`,
  "i",
);

/** Text in lower case between such marks may be a password. */
const NAME_IN_WEAK_MARKS = /^(?:%[A-Z]\w*%|@[A-Z]\w*@|__[A-Z]\w*__|\{[A-Z]\w*\}|\$[A-Z]+(?:_[A-Z\d]+)+)$/;

const MAX_LENGTH = 200;

/** Whether a text as a whole stands for a value that wasn't filled in: `<api_key>`, `TODO`, `##KEY##`, `[REDACTED]`. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= MAX_LENGTH && (PLACEHOLDER.test(trimmed) || NAME_IN_WEAK_MARKS.test(trimmed));
}
