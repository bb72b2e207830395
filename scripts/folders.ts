import { join } from "node:path";

/** The project root, absolute, without a trailing separator. All scripts run there, as npm does it. */
export const ROOT = process.cwd();

/** The ignored folder that holds everything downloaded or produced for running a real VS Code. */
export const CACHE = join(ROOT, ".vscode-test");

/** Holds what a release consists of, and nothing else. */
export const PACKAGES = join(ROOT, "dist", "packages");
