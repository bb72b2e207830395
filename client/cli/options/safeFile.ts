import { spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { codeOf } from "../../core/text/codeOf.js";
import { isInside } from "../../../schemas/files.js";
import { gitCommand } from "../../core/files/git.js";
import type { ProgramScope } from "../../core/secrets/providers/findProgram.js";
import { repositoryOf } from "../../core/text/repositoryOf.js";
import { ExitError, interrupted, misuse } from "../exits.js";
import type { Io } from "../io.js";
import { decodeText, readRegular, READ_AT_ONCE, readWhole } from "../files/readText.js";
import { reasonOf } from "../../core/files/readFaults.js";

/** Credentials are much smaller. */
const MAX_BYTES = 1024 * 1024;

interface SafeFileOptions {
  /** For messages, such as "credentials file". */
  readonly what: string;
  readonly cwd: string;
  readonly env: ProgramScope["env"];
  /** Its repository mustn't contain the file: everyone who can push there could read or replace it. */
  readonly root: string;
  /** The option that reads the same from a file descriptor, for a pipe or a mount whose mode can't be changed. */
  readonly orDescriptor?: string;
  /** Whether it holds secrets, so that nobody else may read it. */
  readonly isSecret: boolean;
  /** Accepts a file in the repository that git ignores, and is called for it. Without it, the file is refused. */
  readonly warn?: (sentence: string) => void;
}

/**
 * Reads the file of an option, or the file descriptor of the option that ends in `-fd`.
 * @returns undefined if neither is given. @throws ExitError
 */
export async function readFileOrDescriptor(
  option: "credentials" | "secrets",
  { file, descriptor }: { readonly file: string | undefined; readonly descriptor: string | undefined },
  { stopping, ...where }: Pick<SafeFileOptions, "cwd" | "env" | "root" | "warn"> & Pick<Io, "stopping">,
): Promise<string | undefined> {
  const orDescriptor = `--${option}-fd`;
  if (file !== undefined && descriptor !== undefined) throw misuse(`Use --${option} or ${orDescriptor}, not both.`);
  if (file !== undefined) return readSafeFile(file, { ...where, what: `${option} file`, orDescriptor, isSecret: true });
  return descriptor === undefined ? undefined : readPassedDescriptor(descriptor, orDescriptor, stopping);
}

/** Reads a regular file that nobody but its owner can change, or that only its owner can access. @throws ExitError */
export function readSafeFile(
  file: string,
  { what, cwd, env, root, orDescriptor, isSecret, warn }: SafeFileOptions,
): string {
  const or = orDescriptor === undefined ? "" : `, or use ${orDescriptor}`;
  const refuse = (why: string): never => {
    throw new ExitError(`The ${what} "${file}" can't be used: ${why}.`);
  };
  const full = path.resolve(cwd, file);
  let descriptor: number;
  try {
    // Doesn't block on a pipe.
    descriptor = openSync(full, READ_AT_ONCE);
  } catch (error) {
    const isStream = file === "-" && orDescriptor !== undefined;
    return refuse(reasonOf(error) + (isStream ? `; to read standard input, use ${orDescriptor} 0` : ""));
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile())
      refuse(`it isn't a regular file${orDescriptor === undefined ? "" : `; use ${orDescriptor} for a pipe`}`);
    if (found.size > MAX_BYTES) refuse("it's too large");
    if (process.platform !== "win32") {
      if ((found.mode & 0o022) !== 0 || (isSecret && (found.mode & 0o077) !== 0))
        refuse(`others can ${isSecret ? "read or " : ""}change it; run chmod ${isSecret ? 600 : 644} on it${or}`);
      const owner = process.getuid?.();
      const isTrusted = found.uid === owner || (!isSecret && found.uid === 0);
      if (owner !== undefined && owner !== 0 && !isTrusted) refuse(`it belongs to another user; copy it${or}`);
    }
    if (isInside(realpathSync(repositoryOf(root)), realpathSync(full))) {
      if (!warn || !isIgnored(realpathSync(full), root, env)) refuse("it's inside the repository; move it elsewhere");
      warn?.(`The ${what} "${file}" is inside the repository. Git ignores it, but it's safer elsewhere.`);
    }
    return decodeText(readRegular(descriptor, MAX_BYTES), MAX_BYTES);
  } catch (error) {
    if (error instanceof ExitError) throw error;
    return refuse(reasonOf(error));
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a file descriptor that this process was started with. @param option for messages. @throws ExitError */
export async function readPassedDescriptor(descriptor: string, option: string, stopping: AbortSignal): Promise<string> {
  if (!/^\d{1,6}$/.test(descriptor)) throw misuse(`${option} must be the number of a file descriptor, such as 3.`);
  try {
    if (isOwn(Number(descriptor))) throw Object.assign(new Error("not passed"), { code: "EBADF" });
    return decodeText(await readWhole(reopened(Number(descriptor)), MAX_BYTES, stopping), MAX_BYTES);
  } catch (error) {
    if (stopping.aborted) throw interrupted();
    const next = codeOf(error) === "EBADF" ? ` In the shell, open it with ${descriptor}< FILE.` : "";
    throw new ExitError(`The file descriptor ${descriptor} of ${option} can't be read: ${reasonOf(error)}.${next}`);
  }
}

/**
 * Opens a pipe or device again, since other processes may share its flags, and Node may read standard input already. A
 * socket can't be opened again, and a file would be read from its beginning.
 */
function reopened(descriptor: number): number {
  const found = fstatSync(descriptor);
  return found.isFIFO() || found.isCharacterDevice() ? openSync(`/dev/fd/${descriptor}`, READ_AT_ONCE) : descriptor;
}

/** Whether Node opened it for itself, so that reading would never end. Only Linux tells. */
function isOwn(descriptor: number): boolean {
  const { mode, ino } = fstatSync(descriptor);
  const kind = mode & constants.S_IFMT;
  if (kind !== constants.S_IFIFO || process.platform !== "linux") return kind === 0;
  const all = readdirSync("/proc/self/fd").map((one) => path.join("/proc/self/fd", one));
  return all.some(
    (one) => statSync(one, { throwIfNoEntry: false })?.ino === ino && (lstatSync(one).mode & 0o200) !== 0,
  );
}

/** On a folder of the network that hangs, Git does, too. */
const GIT_MS = 10_000;

/** Returns false if git isn't installed, or doesn't answer. */
function isIgnored(file: string, root: string, env: SafeFileOptions["env"]): boolean {
  const git = gitCommand("git", path.dirname(file), ["check-ignore", "--quiet", "--", file], {
    env,
    workspaceFolders: [root],
  });
  return (
    git !== undefined && spawnSync(git.file, git.args, { env: git.env, stdio: "ignore", timeout: GIT_MS }).status === 0
  );
}
