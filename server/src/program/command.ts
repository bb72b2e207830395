import { visible } from "../cli/visible.js";
import type { Transport } from "../edge/connect.js";

/** What the process is to do. */
export type Command =
  | { readonly kind: "serve"; readonly transport: Transport }
  | { readonly kind: "check"; readonly args: readonly string[] }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "misuse"; readonly sentence: string };

/** What `--help` prints. */
export const HELP = `Usage:
  vaultconn-language-server --stdio         serve an editor over standard input and output
  vaultconn-language-server --node-ipc      serve an editor that is a Node process
  vaultconn-language-server check PATHS...  check setup files; "check --help" tells more
  vaultconn-language-server --version
  vaultconn-language-server --help
`;

const SERVE: ReadonlySet<string> = new Set(["--stdio", "--node-ipc"]);
/** Language clients pass along the id of their process, which `initialize` tells as well. */
const CLIENT_PROCESS = /^--clientProcessId=\d+$/;

/** Reads the arguments after the name of the program. */
export function readCommand(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === "check") return { kind: "check", args: rest };
  if (args.includes("--help") || args.includes("-h")) return { kind: "help" };
  if (args.includes("--version") || args.includes("-v")) return { kind: "version" };
  const unknown = args.find((arg) => !SERVE.has(arg) && !CLIENT_PROCESS.test(arg));
  if (unknown !== undefined) return misuse(`"${visible(unknown)}" is neither an option nor a command`);
  if (!args.some((arg) => SERVE.has(arg))) return misuse("Nothing to do");
  return { kind: "serve", transport: args.includes("--node-ipc") ? "node-ipc" : "stdio" };
}

function misuse(what: string): Command {
  return {
    kind: "misuse",
    sentence: `${what}: give --stdio for an editor, "check PATHS..." to check files, or --help.`,
  };
}
