import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readProvider, type Provider } from "../../../client/core/secrets/providers/definitions.js";
import { definitionOf, presets } from "../../../client/core/secrets/providers/presets.js";
import type { ProviderContext } from "../../../client/core/secrets/providers/readValue.js";
import type { ProviderReading } from "../../../client/core/secrets/providers/faults.js";

const PRESETS = Object.fromEntries(presets.map((preset) => [preset.name as string, definitionOf(preset)]));

/** A folder with programs of a test, which is on the PATH of its context. */
export async function createPrograms(env: Readonly<Record<string, string>> = {}) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "providers-")));
  const [bin = "", workspace = "", home = ""] = ["bin", "workspace", "home"].map((name) => path.join(folder, name));
  await Promise.all([bin, workspace, home].map((each) => mkdir(each)));
  const PATH = [bin, path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter);
  return {
    folder,
    bin,
    workspace,
    context: {
      env: { PATH, HOME: home, USER: "someone", ...env },
      home,
      workspaceFolders: [workspace],
    } satisfies ProviderContext,
    /** Writes a Node script that runs by its name. */
    add: (name: string, script: string, where = bin) =>
      writeFile(path.join(where, name), `#!/usr/bin/env node\n${script}\n`, { mode: 0o755 }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A provider by its definition, or the preset of that name. */
export function providerNamed(name: string, definition: object = PRESETS[name] ?? {}): Provider {
  const provider = readProvider(name, definition);
  if ("problem" in provider) throw new Error(provider.problem);
  return provider;
}

/** The value, or the kind of the fault. */
export function resultOf(reading: ProviderReading): string {
  return reading.ok ? reading.value : `<${reading.fault.kind}>`;
}
