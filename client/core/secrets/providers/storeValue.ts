import type { Provider } from "./definitions.js";
import { refuse, type ProviderReading } from "./faults.js";
import { pathIn, pathProblem } from "./paths.js";
import { readValue, runProvider, type ProviderContext } from "./readValue.js";
import { programName } from "./words.js";

/** Arguments and input that store a value. It's always in standard input, which other processes can't read. */
interface Storing {
  readonly args: readonly string[];
  readonly input: (value: string) => string;
}

type StoringFor = (path: string, field: string | undefined) => Storing | undefined;

const VAULT: StoringFor = (path, field) => {
  const [mount = "", ...rest] = path.split("/");
  const inMount = (rest[0] === "data" ? rest.slice(1) : rest).join("/");
  if (inMount === "" || field === undefined || !/^[\w.-]+$/.test(field)) return undefined;
  // -cas=0 only creates new secrets. Overwriting one would delete its other fields.
  return { args: ["kv", "put", "-cas=0", `-mount=${mount}`, inMount, `${field}=-`], input: (value) => value };
};

const PROGRAMS: Readonly<Record<string, StoringFor>> = {
  op: (path) => {
    const [vault, title, field, ...rest] = path.split("/");
    if (vault === undefined || title === undefined || field === undefined || rest.length > 0) return undefined;
    const input = (value: string) =>
      JSON.stringify({
        title,
        category: "API_CREDENTIAL",
        fields: [{ id: field, label: field, type: "CONCEALED", value }],
      });
    return { args: ["item", "create", `--vault=${vault}`, "-"], input };
  },
  vault: VAULT,
  bao: VAULT,
  pass: (path) => ({ args: ["insert", "--multiline", path], input: (value) => `${value}\n` }),
};

export function canStore({ command: [program] }: Provider): boolean {
  return Object.hasOwn(PROGRAMS, programName(program));
}

/** Returns the command to confirm, such as `pass insert --multiline salesforce/key`; undefined if there's none. */
export function storeCommand(provider: Provider, name: string): readonly string[] | undefined {
  const storing = storingFor(provider, name);
  return storing && [provider.command[0], ...storing.args];
}

function storingFor(provider: Provider, name: string): Storing | undefined {
  const target = pathIn(provider, name);
  if (pathProblem(provider, target) !== undefined) return undefined;
  return PROGRAMS[programName(provider.command[0])]?.(target.path, target.field);
}

/**
 * Stores a new value. Never overwrites one.
 * @returns the value read back, or why it isn't stored; "taken" if the path has a value.
 */
export async function storeValue(
  provider: Provider,
  name: string,
  value: string,
  context: ProviderContext,
  signal?: AbortSignal,
): Promise<ProviderReading | "taken"> {
  const storing = storingFor(provider, name);
  if (!storing) return refuse("bad-path", name, { provider });
  if (provider.output === "line" && /[\r\n]/.test(value)) return refuse("lines", name, { provider });
  const before = await readValue(provider, name, context, signal);
  if (before.ok) return "taken";
  if (before.fault.kind !== "missing") return before;
  const input = storing.input(value);
  const run = await runProvider(provider, name, storing.args, context, { signal, input });
  if ("ok" in run) return run;
  if (run.code !== 0) return refuse("failed", name, { provider, code: run.code });
  return readValue(provider, name, context, signal);
}
