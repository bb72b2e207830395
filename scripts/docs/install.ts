import manifest from "../../package.json" with { type: "json" };

/** Whether the Marketplace and npm have the packages. With the first release, set it to true and run `npm run docs`. */
const IS_PUBLISHED = false;

const RELEASE = "[release](https://github.com/vaultconn/vault-connections/releases)";

const NEEDS = "It needs Node 22.19 or later and no other package. The extension doesn't include the command.";

/** What the pages say before and after the packages are published. `VERSION` is that of the manifest. */
const TEXTS: readonly (readonly [without: string, withThem: string])[] = [
  [
    `Neither the Marketplace nor Open VSX has the extension yet. Take the \`.vsix\` file of a ${RELEASE}, or make it in a checkout of this project with \`npm ci\` and \`npm run package\`, which puts it into \`dist/packages/\`. Then run \`code --install-extension vault-connections-VERSION.vsix\`.`,
    `In the Extensions view, search for **Vault Connections** and select **Install**. Or download the \`.vsix\` file of a ${RELEASE} and run \`code --install-extension vault-connections-VERSION.vsix\`.`,
  ],
  [`npm doesn't have the package yet: [get the file](../README.md#install). ${NEEDS}`, NEEDS],
  [
    `npm doesn't have \`vaultconn\` yet, so these pipelines install a file of your repository: \`vaultconn-VERSION.tgz\` ([where from](../README.md#install)).`,
    "These pipelines install `vaultconn` from npm.",
  ],
  [
    `npm doesn't have the package yet. Take the file from a ${RELEASE}.`,
    "The line above installs the npm package `vaultconn-language-server`, which has no dependencies.",
  ],
  ["npm doesn't have the package yet: [get the file](../README.md#install). Then say", "Then say"],
  [
    "are packages of their own: `vaultconn-VERSION.tgz` and `vaultconn-language-server-VERSION.tgz` from the same places, for `npm install --global`.",
    "are npm packages of their own: `vaultconn` and `vaultconn-language-server`, for `npm install --global`.",
  ],
  [
    'dependencies: ["https://github.com/vaultconn/vault-connections/releases/download/vVERSION/vaultconn-VERSION.tgz"]',
    'dependencies: ["vaultconn@VERSION"]',
  ],
  ["--global ./vaultconn-language-server-VERSION.tgz", "--global vaultconn-language-server@VERSION"],
  ["--global ./vaultconn-VERSION.tgz", "--global vaultconn@VERSION"],
  ["--prefix FOLDER ./vaultconn-VERSION.tgz", "--prefix FOLDER vaultconn@VERSION"],
  ["--ignore-scripts ./vaultconn-VERSION.tgz", "--ignore-scripts vaultconn@VERSION"],
];

/** The pages that say how to install something. */
export const INSTALL_PAGES = [
  "README.md",
  "docs/workflows/setup-files.yml",
  "docs/workflows/connections.yml",
  "docs/workflows/vault.yml",
  "docs/workflows/drift.yml",
  "docs/workflows/expiring.yml",
  ...["gitlab-ci.yml", "Jenkinsfile", "azure-pipelines.yml"].map((name) => `docs/workflows/${name}`),
  ...["command-line", "editors", "first-push-from-ci", "get-started-command-line", "hooks-and-checks"].map(
    (page) => `docs/${page}.md`,
  ),
];

/** Says how to install what is or isn't in the registries yet, in the manifest's version. @param page Markdown */
export function updateInstall(page: string, isPublished = IS_PUBLISHED): string {
  return TEXTS.reduce((text, [without, withThem]) => {
    // The longer one first, since it may contain the other.
    const either = [without, withThem].toSorted((a, b) => b.length - a.length).map(patternOf);
    const now = (isPublished ? withThem : without).replaceAll("VERSION", manifest.version);
    return text.replaceAll(new RegExp(either.join("|"), "g"), () => now);
  }, page);
}

function patternOf(text: string): string {
  return text.replaceAll(/[.*+?()[\]|\\]/g, "\\$&").replaceAll("VERSION", "\\d+\\.\\d+\\.\\d+");
}
