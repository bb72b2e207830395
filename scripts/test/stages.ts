import { type Edition } from "../../test/vscode/provision/pins.js";
import { check, extensionHost, type Outcome } from "./outcome.js";
import { vitest } from "./vitest.js";

/** A part of all there is to prove. */
export interface Stage {
  /** As `--only` takes it. */
  readonly name: string;
  readonly title: string;
  /** The edition of VS Code it runs in, if any. */
  readonly edition?: Edition;
  readonly run: () => Promise<Outcome>;
}

/** All there is to prove, in the order it is run. */
export const STAGES: readonly Stage[] = [
  {
    name: "build",
    title: "Build",
    run: () => check(process.execPath, ["scripts/run.mjs", "scripts/build/main.ts", "--production"]),
  },
  { name: "unit", title: "Unit tests", run: () => vitest("unit") },
  { name: "protocol", title: "Language server over its protocol", run: () => vitest("protocol") },
  { name: "http", title: "HTTP on a real socket", run: () => vitest("http") },
  { name: "editors", title: "In Neovim and Emacs", run: () => vitest("editors") },
  {
    name: "vscode",
    title: "Inside the extension host, current VS Code",
    edition: "current",
    run: () => extensionHost("current"),
  },
  {
    name: "vscode-driven",
    title: "Driven as a user does, current VS Code",
    edition: "current",
    run: () => vitest("current"),
  },
  {
    name: "vscode-oldest",
    title: "Inside the extension host, oldest supported VS Code",
    edition: "oldest",
    run: () => extensionHost("oldest"),
  },
  {
    name: "oldest-driven",
    title: "Driven as a user does, oldest supported VS Code, as far as the edition makes a difference",
    edition: "oldest",
    run: () => vitest("oldest"),
  },
  {
    name: "package",
    title: "The package, and its installation into a clean VS Code",
    edition: "current",
    run: () => vitest("package"),
  },
];
