import { updateCommandLine } from "./commandLine.js";
import { updateCommands } from "./commands.js";
import { updateDiagnostics } from "./diagnostics.js";
import { INSTALL_PAGES, updateInstall } from "./install.js";
import { readManifest } from "./manifest.js";
import { updateProviders } from "./providers.js";
import { settingsPage } from "./settings.js";
import { updateVariants } from "./variants.js";

type Update = (page: string) => string | Promise<string>;

const manifest = await readManifest();

/** The pages that repeat the manifest, the schemas or the help of a command, and what updates each. */
export const PAGES: readonly (readonly [page: string, update: Update])[] = [
  ["docs/settings.md", () => settingsPage(manifest)],
  ["docs/commands.md", (page) => updateCommands(page, manifest)],
  ["docs/file-format.md", updateVariants],
  ["docs/provider-presets.md", updateProviders],
  ["docs/diagnostics.md", updateDiagnostics],
  ["docs/command-line.md", updateCommandLine],
  ...INSTALL_PAGES.map((page) => [page, (text: string) => updateInstall(text)] as const),
];
