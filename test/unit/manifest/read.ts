import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As much of the manifest as is held against the code. */
export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly displayName: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
    readonly keybindings: readonly Clause[];
    readonly languages: readonly {
      readonly id: string;
      readonly extensions: readonly string[];
      readonly icon: Readonly<Record<string, string>>;
    }[];
    readonly menus: Readonly<Record<string, readonly Clause[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string; readonly icon: string }[] };
    readonly viewsWelcome: readonly { readonly view: string; readonly when: string; readonly contents: string }[];
    readonly walkthroughs: readonly { readonly id: string; readonly icon: string; readonly steps: readonly Step[] }[];
  };
}

interface Clause {
  readonly command: string;
  readonly when?: string;
}

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

/** The manifest, its texts in English in their places. */
export function readManifest(): Manifest {
  const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
  const place = (_key: string, value: unknown): unknown => {
    const name = typeof value === "string" ? /^%(.+)%$/.exec(value)?.[1] : undefined;
    return name === undefined ? value : texts[name];
  };
  return JSON.parse(readFileSync("package.json", "utf8"), place) as Manifest;
}

/** The text of every file of the extension, by its path. */
export function readCode(): ReadonlyMap<string, string> {
  const names = readdirSync("client/extension", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  return new Map(
    names.map((name) => [name.replaceAll("\\", "/"), readFileSync(join("client/extension", name), "utf8")]),
  );
}
