import { readdirSync, readFileSync, existsSync } from "node:fs";
import { join, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/folders.js";
import packageJson from "../../../package.json" with { type: "json" };
import { COMMANDS } from "../../../client/cli/program.js";
import { SIGN_IN_METHODS } from "../../../client/core/service/signIn/signInMethods.js";
import { helpOf } from "../../../scripts/docs/commandLine.js";
import { INSTALL_PAGES, updateInstall } from "../../../scripts/docs/install.js";
import { readManifest, settingsOf } from "../../../scripts/docs/manifest.js";
import { PARTS } from "../../../scripts/l10n/bundles.js";
import { textsOf } from "../../../scripts/l10n/texts.js";
import { NPM_PACKAGES } from "../../../scripts/package/npm.js";

/** What people read, relative to the project root. */
const DOCUMENTS = [
  ...["", "docs"].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name))),
  "server/README.md",
  "client/cli/README.md",
  "test/service/README.md",
].filter((name) => name.endsWith(".md"));

/** The text of a document, and what it'll be once the packages are published. */
function textOf(document: string): string {
  const text = readFileSync(join(ROOT, document), "utf8");
  return INSTALL_PAGES.includes(document) ? [updateInstall(text, false), updateInstall(text, true)].join("\n\n") : text;
}

/** The text of a document without its examples. */
function proseOf(document: string): string {
  return textOf(document).replaceAll(/^ *```[^]*?^ *```/gm, "");
}

/** What stands in backticks in the prose of a document. */
function codeIn(document: string): readonly string[] {
  return [...proseOf(document).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)|<(?:img|source)[^>]*\s(?:src|srcset)="([^"]+)"/g;

/** The headings of a page as GitHub and VS Code make anchors of them. */
function anchors(page: string) {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Options and files of other programs, and of users, that documents name outside of an example. */
const OPTIONS_OF_OTHERS = ["--source-ref"];
const FILES_OF_OTHERS = [
  "settings.json",
  "vaultconn.lock.json",
  ...["tenants.json", "tenants.test.json", "tenants.live.json", "devcontainer.json"],
  "fr.json",
  ...[".codex/hooks.json", ".gemini/settings.json", ".cursor/hooks.json", ".github/hooks/vaultconn.json"],
  ...[".cursor/mcp.json", "claude_desktop_config.json", "mcp_config.json"],
  "package.nls.fr.json",
];
/** Titles of commands, pages and buttons of VS Code, other editors, the service and galleries. */
const TITLES_OF_OTHERS = [
  ...["File: New File…", "Help: About", "Preferences: Open Keyboard Shortcuts", "Peek", "Rename", "Run and Debug"],
  ...["Undo", "Preferences: LSP Settings", "Settings > Configure Kate > LSP Client > User Server Settings"],
  ...["Mappings", "Configuration", "Editor > File Types > JSON5", "Remote"],
  ...[
    "Open/Save > Modes & Filetypes",
    "Contributor",
    "Members",
    "Require two-factor authentication and disallow tokens",
    "Install",
  ],
  ...["Settings → Environments", "Settings → Releases", "Enable release immutability", "Settings → Trusted Publisher"],
  ...["Vault Connections", "Vault Connections:"],
];

const manifest = await readManifest();
const { commands } = manifest.contributes;
const titles = new Set(commands.map(({ title }) => title));

const IGNORED = new Set(["node_modules", ".git", "dist", ".vscode-test", ".types", "coverage", "generated"]);

/** All files and folders of the project, folders with a slash at their end. */
function* pathsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    yield entry.isDirectory() ? `${path}/` : path;
    if (entry.isDirectory()) yield* pathsIn(path);
  }
}
const paths = [...pathsIn("")];
const sources = paths.filter((path) =>
  /^(?:client|server|schemas|scripts|test|\.github)\/.*\.(?:ts|mjs|yml)$/.test(path),
);
const code = new Map(sources.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
const shipped = [...code].filter(([path]) => /^(?:client|server|scripts)\//.test(path)).map(([, text]) => text);

function all(pattern: RegExp, text: string): readonly string[] {
  return [...text.matchAll(pattern)].map(([whole, first]) => first ?? whole);
}

const optionsIn = (text: string): readonly string[] => all(/(?<![\w-])--?[a-z][\w-]*/g, text);

/** The options of the commands, by how a command begins. */
const options: Readonly<Record<string, readonly string[]>> = {
  vaultconn: optionsIn(await helpOf()),
  "vaultconn-language-server": ["--stdio", "--version", "--help"],
  ...Object.fromEntries(
    await Promise.all(
      Object.keys(COMMANDS).map(async (command) => [`vaultconn ${command}`, optionsIn(await helpOf(command))] as const),
    ),
  ),
  ...Object.fromEntries(
    ["start", "package", "service", "test"].map((script) => {
      const own = [...code].filter(([path]) => path.startsWith(`scripts/${script}/`)).map(([, text]) => text);
      return [script, all(/"?([a-z][\w-]*)"?: \{ type: "(?:string|boolean)"/g, own.join()).map((name) => `--${name}`)];
    }),
  ),
};

/** The calls of our commands in a text: how each begins, and the options it has. */
function callsIn(text: string): readonly (readonly [program: string, options: readonly string[]])[] {
  const calls = text.matchAll(
    /(?:^|[\s`(])(vaultconn-language-server|vaultconn|npm (?:run )?(?:start|test|package|service))((?: [^\s`|&<>()]+)+)/g,
  );
  return [...calls].map(([, program = "", args = ""]) => {
    const [command = ""] = args.trim().split(" ");
    const name = program.replace(/^npm (?:run )?/, "");
    return [`${name} ${command}` in options ? `${name} ${command}` : name, optionsIn(args)] as const;
  });
}

describe.each(DOCUMENTS)("%s", (document) => {
  const text = textOf(document);

  it("has links whose targets exist", () => {
    const links = [...proseOf(document).matchAll(LINK)].map(([, link, source]) => link ?? source ?? "");
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    const broken = own.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? document : join(dirname(document), path);
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it("names scripts that exist", () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  it("names settings and commands that exist", () => {
    const known = [...settingsOf(manifest).map(({ name }) => name), ...commands.map(({ command }) => command)];
    const named = all(/(?<![\w/.~-])vaultconn\.(?!vault-connections|\w*\.?(?:json|sarif|cmd)\b)\w+(?:\.\w+)*/g, text);
    expect(named.filter((name) => !known.some((id) => id === name || id.startsWith(`${name}.`)))).toEqual([]);
  });

  it("names options that exist", () => {
    const unknown = callsIn(text).flatMap(([program, named]) =>
      named.filter((option) => !options[program]?.includes(option)).map((option) => `${program} ${option}`),
    );
    expect(unknown).toEqual([]);
    const alone = codeIn(document).flatMap((span) => /^(?:-- )?(--?[a-z][\w-]*)/.exec(span)?.[1] ?? []);
    const known = [...Object.values(options).flat(), ...OPTIONS_OF_OTHERS];
    expect(alone.filter((option) => !known.includes(option))).toEqual([]);
  });

  it("names environment variables that exist", () => {
    const ours = all(/\bVAULTCONN_[A-Z\d_]*[A-Z\d]\b/g, text);
    const read = document === "CONTRIBUTING.md" ? [...variables, ...ofTests] : variables;
    expect(ours.filter((name) => !read.some((known) => name === known || name.startsWith(`${known}_`)))).toEqual([]);
  });

  it("names files and folders that exist", () => {
    const named = codeIn(document).filter((span) =>
      /^(?:[\w@.-]+\/)+$|^[\w@./-]*\.(?:[cm]?[jt]s|json|css|md|svg|yml)$/.test(span),
    );
    const isThere = (name: string): boolean =>
      paths.some((path) => path === name || path.endsWith(name.startsWith(".") ? name : `/${name}`)) ||
      products.includes(name);
    expect(named.filter((name) => !name.startsWith("*") && !FILES_OF_OTHERS.includes(name) && !isThere(name))).toEqual(
      [],
    );
  });

  it("names commands and buttons by their titles", () => {
    const emphasized = [
      ...proseOf(document)
        .replaceAll(/`[^`\n]*`/g, "")
        .matchAll(/(?<!\*)(\*\*?)([^*\n]+)\1(?!\*)/g),
    ];
    const phrases = emphasized.map(({ 1: mark = "", 2: phrase = "", index, input }) => ({
      mark,
      phrase: phrase.replace(/^Vault Connections: /, ""),
      // Bold words that begin a line or an item of a list say what it's about.
      isHeading: mark === "**" && /^ *(?:- |\d+\. |\| )?$/.test(input.slice(input.lastIndexOf("\n", index) + 1, index)),
    }));
    const isKnown = (phrase: string): boolean => titles.has(phrase) || TITLES_OF_OTHERS.includes(phrase);
    const nearly = phrases.filter(({ phrase }) => !isKnown(phrase) && plainTitles.has(plain(phrase)));
    expect(nearly.filter(({ phrase }) => phrase !== "Load more")).toEqual([]);
    const shown = phrases.filter(({ phrase, isHeading }) => !isHeading && /^\p{Lu}.*[^.:?,]$/u.test(phrase));
    expect(shown.filter(({ phrase }) => !isKnown(phrase) && !texts.some((known) => known.test(phrase)))).toEqual([]);
  });
});

/** A title without what is easily forgotten. */
function plain(title: string): string {
  return title.replace("…", "").toLowerCase();
}
const plainTitles = new Set([...titles].map(plain));

/** Every text that is shown, as a pattern, with anything in its placeholders. Those of little else say nothing. */
const shown = await Promise.all(PARTS.map(async (part) => [...(await textsOf(part))]));
const nls = Object.values(JSON.parse(readFileSync(join(ROOT, "package.nls.json"), "utf8")) as Record<string, string>);
const texts = [...shown.flat(), ...nls, ...all(/\[([^\]]+)\]\(command:/g, nls.join("\n"))].flatMap((text) =>
  /\{\d\}/.test(text) && !/^\p{L}{2,}/u.test(text)
    ? []
    : new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]*\}/g, ".+")}$`),
);

/** What the build makes, and the packages are made of. */
const products = [
  ...["dist/", ".vscode-test/", "dist/packages/", "vaultconn.schema.json", "vaultconn-plan.schema.json", ".cdx.json"],
  ...NPM_PACKAGES.flatMap(({ files }) => files.map((file) => `dist/${file}`)),
  ...readFileSync(join(ROOT, "test/vscode/package/contents.txt"), "utf8").split("\n"),
  ...["dist/cli.js", "dist/l10n/"],
];

/** The variables that commands and extension read. Where there are several tenants, a name ends in the tenant's. */
const variables = [
  ...shipped.flatMap((text) => all(/\bVAULTCONN_[A-Z\d_]*[A-Z\d]\b/g, text)),
  ...SIGN_IN_METHODS.flatMap(({ fields }) =>
    fields.map(({ name }) => `VAULTCONN_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`),
  ),
  "VAULTCONN_SECRET",
];

const ofTests = [...code]
  .filter(([path]) => /^test\/(?:vscode\/|http\/|seed\.ts)/.test(path))
  .flatMap(([, text]) => all(/\bVAULTCONN_TEST_\w+|(?<=process\.env\[")(?:VAULTCONN|CHROME|VSCODE)_\w+/g, text));

it("calls messages as they begin where they're shown", () => {
  const begins = shown.flat().map((text) => text.replaceAll(/\{\d\}/g, "…"));
  const titled = all(/^- \*\*(.+?):\*\*/gm, textOf("docs/troubleshooting.md"));
  expect(titled.length).toBeGreaterThan(5);
  expect(titled.filter((title) => !begins.some((text) => text.startsWith(title)))).toEqual([]);
});

describe("the documents", () => {
  const everything = DOCUMENTS.map(textOf).join("\n");

  it("describe each variable that tests read", () => {
    expect(new Set(ofTests).size).toBeGreaterThan(5);
    expect(ofTests.filter((name) => !textOf("CONTRIBUTING.md").includes(`\`${name}\``))).toEqual([]);
  });

  it("describe each option and variable", () => {
    const ofServer = options["vaultconn-language-server"]?.filter((option) => option !== "-h" && option !== "--help");
    const described = optionsIn(textOf("docs/editors.md"));
    expect(ofServer?.filter((option) => !described.includes(option))).toEqual([]);
    const read = [...code]
      .filter(([path]) => /^(?:client|server)\//.test(path))
      .flatMap(([, text]) => all(/\bVAULTCONN_[A-Z\d_]*[A-Z\d]\b/g, text));
    const defined = ["VAULTCONN_VERSION"];
    expect(read.filter((name) => !defined.includes(name) && !new RegExp(`\`\\$?${name}`).test(everything))).toEqual([]);
  });
});

it("are those of commands that exist, wherever a key or a link runs one", () => {
  const texts = readdirSync(ROOT).filter((name) => /^package(?:\.nls.*)?\.json$/.test(name));
  const bundles = PARTS.flatMap((part) =>
    readdirSync(join(ROOT, part, "l10n")).map((name) => join(part, "l10n", name)),
  );
  const { commands, views } = packageJson.contributes;
  const focus = views.vaultconn.map(({ id }) => `${id}.focus`);
  const known = new Set([...commands.map(({ command }) => command), ...focus]);
  const places = [...DOCUMENTS, ...texts, ...bundles].flatMap((file) =>
    [...textOf(file).matchAll(/(?:<keybinding:|\(command:|toSide:|onCommand:)([\w.-]+)/g)].map(([, id = ""]) => ({
      file,
      id,
    })),
  );
  expect(places.length).toBeGreaterThan(20);
  // Commands of VS Code itself are tried out in a window.
  expect(places.filter(({ id }) => /^_?vaultconn\./.test(id) && !known.has(id))).toEqual([]);
});
