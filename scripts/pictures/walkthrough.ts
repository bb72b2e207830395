// The pictures of the walkthrough. They are drawings and not photographs, so that they take the colours of whatever
// theme is chosen, high contrast too.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";

const FOLDER = join(ROOT, "client", "media", "walkthrough");
const WIDTH = 560;
const HEIGHT = 340;
const SIDEBAR = 250;

const RULE = { stroke: "var(--vscode-contrastBorder,var(--vscode-widget-border,#c8c8c8))" };
const EDGE = { stroke: "var(--vscode-contrastBorder,none)" };
const WORDS = {
  "font-size": "13",
  "font-family": "var(--vscode-font-family,sans-serif)",
  fill: "var(--vscode-foreground,#3b3b3b)",
};
const LINES = {
  fill: "none",
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
  "stroke-width": "1.2",
  stroke: "var(--vscode-icon-foreground,#3b3b3b)",
};

/**
 * How things look. VS Code gives the pictures of a walkthrough the colours of the theme by these names. It lets no
 * style sheet through, so each thing carries its own.
 */
const LOOKS = {
  text: WORDS,
  bold: { ...WORDS, "font-weight": "600" },
  dim: { ...WORDS, fill: "var(--vscode-descriptionForeground,#717171)" },
  code: {
    "font-size": "13",
    "font-family": "var(--vscode-editor-font-family,monospace)",
    fill: "var(--vscode-editor-foreground,#3b3b3b)",
  },
  name: { fill: "var(--vscode-debugTokenExpression-name,#0451a5)" },
  string: { fill: "var(--vscode-debugTokenExpression-string,#a31515)" },
  window: { fill: "var(--vscode-editor-background,#fff)", ...RULE },
  side: { fill: "var(--vscode-sideBar-background,#f8f8f8)" },
  card: { fill: "var(--vscode-editorHoverWidget-background,#fff)", ...RULE },
  field: { fill: "var(--vscode-input-background,#fff)", ...RULE },
  rule: { fill: "none", ...RULE },
  chosen: { fill: "var(--vscode-list-inactiveSelectionBackground,#e4e6f1)", ...EDGE },
  removed: { fill: "var(--vscode-diffEditor-removedTextBackground,#f002)", ...EDGE },
  added: { fill: "var(--vscode-diffEditor-insertedTextBackground,#0802)", ...EDGE },
  button: { fill: "var(--vscode-button-background,#005fb8)", ...EDGE },
  on: { ...WORDS, fill: "var(--vscode-button-foreground,#fff)" },
  second: { fill: "var(--vscode-button-secondaryBackground,#e5e5e5)", ...EDGE },
  onsecond: { ...WORDS, fill: "var(--vscode-button-secondaryForeground,#3b3b3b)" },
  icon: LINES,
  warning: { ...LINES, stroke: "var(--vscode-list-warningForeground,#855f00)" },
  accent: { ...LINES, stroke: "var(--vscode-textLink-foreground,#005fb8)" },
  squiggle: { fill: "none", stroke: "var(--vscode-editorError-foreground,#e51400)", "stroke-width": "1.4" },
};
type Look = keyof typeof LOOKS;
const look = (kind: Look): string =>
  Object.entries(LOOKS[kind])
    .map(([name, value]) => `${name}="${value}"`)
    .join(" ");

/** Drawn in a square of 16. */
const ICONS = {
  zap: "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z",
  warning: "M8 2 1.8 13.5h12.4zM8 6.5v3.2M8 11.6v.1",
  up: "M8 13.5v-11M3.5 7 8 2.5 12.5 7",
  shield: "M8 1.8 13 3.5v4c0 3.3-2.2 5.4-5 6.8-2.8-1.4-5-3.5-5-6.8v-4z",
  open: "M3 5.5 8 10.5l5-5",
  lock: "M3.5 7.2h9v6.3h-9zM5.5 7.2V5a2.5 2.5 0 0 1 5 0v2.2",
  cloud: "M4.5 12.5a3 3 0 0 1-.3-6A4 4 0 0 1 12 6a3.2 3.2 0 0 1 .3 6.5M8 13V8M6 9.8 8 7.8l2 2",
};

type Icon = keyof typeof ICONS;

const box = (kind: Look, x: number, y: number, width: number, height: number, radius = 4): string =>
  `<rect ${look(kind)} x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const text = (x: number, y: number, content: string, kind: Look = "text"): string =>
  `<text ${look(kind)} x="${x}" y="${y}">${escape(content)}</text>`;
const icon = (name: Icon, x: number, y: number, kind: Look = "icon"): string =>
  `<path ${look(kind)} transform="translate(${x} ${y})" d="${ICONS[name]}"/>`;
const button = (x: number, y: number, width: number, label: string, kind: "button" | "second" = "button"): string =>
  box(kind, x, y, width, 26) +
  `<text ${look(kind === "button" ? "on" : "onsecond")} text-anchor="middle" x="${x + width / 2}" y="${y + 17.5}">${label}</text>`;

/** The window with its sidebar. */
const frame = (): string[] => [
  box("window", 0.5, 0.5, WIDTH - 1, HEIGHT - 1, 8),
  `<path ${look("side")} d="M8 1h${SIDEBAR - 8}v${HEIGHT - 2}H8a7 7 0 0 1-7-7V8a7 7 0 0 1 7-7z"/>`,
  `<path ${look("rule")} d="M${SIDEBAR} 1v${HEIGHT - 2}"/>`,
  text(16, 28, "Vault Connections", "bold"),
];

const ROWS = 44;
const row = (index: number, sign: Icon, kind: Look, name: string, description: string, indent = 1): string => {
  const y = ROWS + index * 28;
  const x = 14 + indent * 16;
  const words = `<text ${look("text")} x="${x + 22}" y="${y + 18}">${name}<tspan fill="${LOOKS.dim.fill}" dx="7">${description}</tspan></text>`;
  return icon(sign, x, y + 5, kind) + words;
};
const tenant = (description: string): string =>
  icon("open", 10, ROWS + 5) + row(0, "shield", "icon", "Acme", description, 1);

/** A line of a setup file: texts, and how each looks. */
type Line = readonly (readonly [content: string, kind?: Look])[];

const code = (x: number, y: number, lines: readonly Line[]): string[] =>
  lines.map((line, index) => {
    const spans = line.map(([content, kind]) =>
      kind !== undefined ? `<tspan ${look(kind)}>${escape(content)}</tspan>` : escape(content),
    );
    return `<text ${look("code")} xml:space="preserve" x="${x}" y="${y + index * 22}">${spans.join("")}</text>`;
  });
const pair = (indent: string, name: string, value: string, comma = ","): Line => [
  [indent],
  [`"${name}"`, "name"],
  [": "],
  [`"${value}"`, "string"],
  [comma],
];

const addTenant = [
  ...frame(),
  tenant(""),
  box("card", 120, 84, 400, 150, 6),
  text(320 - 54, 108, "Add a tenant (1/5)", "bold"),
  box("field", 134, 122, 372, 28),
  text(144, 141, "acme.example.com"),
  text(134, 172, "The tenant's address. Press Enter to go on.", "dim"),
  icon("lock", 134, 194, "accent"),
  text(158, 207, "What you sign in with stays in the secret storage.", "dim"),
];

const browse = [
  ...frame(),
  tenant("production"),
  row(1, "zap", "icon", "Billing hook", "SLACK · 2 days ago", 1.4),
  box("chosen", 6, ROWS + 56, SIDEBAR - 12, 28),
  row(2, "warning", "warning", "Legacy CRM", "not ready · HTTP", 1.4),
  row(3, "up", "warning", "Mail sender", "file changed", 1.4),
  row(4, "zap", "icon", "Salesforce EU", "SALESFORCE", 1.4),
  row(5, "zap", "icon", "Warehouse", "BIGQUERY", 1.4),
  box("card", 270, 92, 272, 150, 6),
  text(286, 118, "Legacy CRM", "bold"),
  ...(
    [
      ["Application", "HTTP"],
      ["Readiness", "not ready"],
      ["Updated", "3 months ago"],
      ["Setup file", "legacy-crm.vaultconn.json"],
    ] as const
  ).flatMap(([label, value], index) => [text(286, 146 + index * 24, label, "dim"), text(366, 146 + index * 24, value)]),
  box("card", 270, 252, 272, 76, 6),
  text(286, 271, "Days since the last change", "dim"),
  ...[34, 22, 28, 14, 8, 12, 5, 9].map((height, index) => box("button", 290 + index * 30, 322 - height, 20, height, 0)),
  `<path ${look("accent")} stroke-dasharray="4 3" d="M375 280v44"/>`,
];

const file = (lines: readonly Line[]): string[] => [
  box("window", 0.5, 0.5, WIDTH - 1, HEIGHT - 1, 8),
  `<path ${look("rule")} d="M1 38h${WIDTH - 2}"/>`,
  icon("zap", 16, 11, "accent"),
  text(40, 25, "salesforce-eu.vaultconn.json"),
  ...code(28, 72, lines),
];
const setup = (key: string, value: string): readonly Line[] => [
  [["{"]],
  pair("  ", "id", "ac_SYi5gR27R32pB1qiVGpG"),
  [["  "], ['"setup"', "name"], [": {"]],
  pair("    ", "type", "API_KEY"),
  pair("    ", key, value),
  pair("    ", "base_url", "https://eu.example.com", ""),
  [["  }"]],
  [["}"]],
];
const squiggle = (x: number, y: number, width: number): string =>
  `<path ${look("squiggle")} d="M${x} ${y}${" q2.5 -4 5 0 t5 0".repeat(Math.round(width / 10))}"/>`;

const createSetupFile = [
  ...file(setup("api_ky", "…")),
  squiggle(60, 166, 60),
  box("card", 150, 206, 380, 84, 6),
  text(166, 232, "api_ky is not a field of this setup."),
  text(166, 254, "Did you mean api_key?"),
  text(166, 277, "Quick fix: rename to api_key", "dim"),
];

const storeSecret = [
  ...file(setup("api_key", "${secret:SALESFORCE_KEY}")),
  box("card", 60, 254, 440, 62, 6),
  icon("lock", 78, 277, "accent"),
  text(106, 280, "SALESFORCE_KEY", "bold"),
  text(106, 300, "is kept in VS Code's secret storage, never in the file", "dim"),
];

const push = [
  ...file([[]]),
  `<path ${look("rule")} d="M${WIDTH / 2} 38v${HEIGHT - 39}"/>`,
  box("removed", 12, 62, WIDTH / 2 - 24, 22, 0),
  box("added", WIDTH / 2 + 12, 62, WIDTH / 2 - 24, 22, 0),
  ...code(20, 78, [pair("", "name", "Salesforce")]),
  ...code(WIDTH / 2 + 20, 78, [pair("", "name", "Salesforce EU")]),
  box("card", 90, 112, 380, 184, 8),
  icon("cloud", 112, 134, "accent"),
  text(140, 147, "Push to Acme (production)?", "bold"),
  text(140, 176, "Salesforce gets the name Salesforce EU and a"),
  text(140, 196, "new setup: API key with base URL."),
  text(140, 222, "Nothing has been sent yet.", "dim"),
  button(250, 250, 90, "Push"),
  button(350, 250, 100, "Show Changes", "second"),
];

const drawings = { addTenant, browse, createSetupFile, storeSecret, push };

/** The pictures by the names of their files. */
export const pictures = Object.fromEntries(
  Object.entries(drawings).map(([name, parts]) => [
    `${name}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">\n${parts.join("\n")}\n</svg>\n`,
  ]),
);

/** Writes them to where the manifest has them. */
export async function drawWalkthrough(): Promise<void> {
  for (const [name, picture] of Object.entries(pictures)) await writeFile(join(FOLDER, name), picture);
}
