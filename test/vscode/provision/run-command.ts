import { execa } from "execa";

/** Settings of an outer npm that would mislead an npm started in another folder. */
const OUTER_NPM = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|INIT_CWD$)/;

/**
 * Runs a program to its end and keeps its output to itself, unless it fails. It ends with this process.
 *
 * @param options `env` is added to the current environment
 * @returns what it wrote to standard output
 * @throws {Error} with the first and last lines of its output when it can't be started or ends with another code than 0
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<string> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTER_NPM.test(name)));
  const { failed, stdout, all, shortMessage } = await execa(command, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...inherited, ...options.env },
    extendEnv: false,
    stdin: "ignore",
    all: true,
    reject: false,
  });
  if (failed) throw new Error(`${shortMessage}\n${shorten(all)}`);
  return stdout;
}

/** The beginning tells the cause in npm's errors, the end in a compiler's. */
function shorten(output: string) {
  const lines = output.trim().split("\n");
  return lines.length <= 24 ? lines.join("\n") : [...lines.slice(0, 12), "…", ...lines.slice(-12)].join("\n");
}
