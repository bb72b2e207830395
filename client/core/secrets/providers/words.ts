/** Returns the program's name in lowercase, without its folder and `.exe`. */
export function programName(program: string): string {
  return program
    .replace(/^.*[\\/]/, "")
    .replace(/\.exe$/i, "")
    .toLowerCase();
}

/** Programs that may read an argument as code, so that a path could run something. */
const INTERPRETERS = new Set([
  ...["sh", "ash", "bash", "dash", "zsh", "fish", "ksh", "mksh", "csh", "tcsh", "rbash", "nu", "elvish", "xonsh"],
  ...["busybox", "toybox", "env", "su", "sudo", "doas", "runuser", "script", "ssh", "parallel", "watch", "flock"],
  ...["powershell", "pwsh", "cmd", "wsl", "wscript", "cscript", "mshta", "osascript", "expect", "tclsh", "m4"],
  ...["node", "nodejs", "deno", "bun", "npx", "npm", "tsx", "ts-node", "python", "pypy", "ipython", "perl", "ruby"],
  ...["irb", "php", "lua", "luajit", "awk", "gawk", "mawk", "nawk", "sed", "jq", "yq", "r", "rscript", "julia"],
  ...["groovy", "scala", "guile", "emacs", "vim", "nvim", "gdb", "make", "nix", "nix-shell", "tmux", "screen"],
  ...["sqlite", "psql", "mysql", "duckdb", "gojq", "jaq", "xq", "tomlq", "dasel", "raku", "racket", "sbcl", "clojure"],
  ...["elixir", "erl", "ghc", "ocaml", "octave", "swift", "crystal", "jshell", "vi", "ex", "ed", "rsh", "pdsh"],
  ...["plink", "mosh", "find", "git", "tar", "rsync"],
]);

/** Programs that start another one, beside those that read code. */
const LAUNCHERS =
  /^(?:timeout|nice|ionice|nohup|setsid|stdbuf|time|chronic|xargs|aws-vault|direnv|mise|docker|podman)$/;

const PLACEHOLDER = /\$\{(?:path|field)\}/;

/** Returns the words of a command up to the last placeholder. Code in an argument is split into its words. */
export function wordsOf(command: readonly string[]): readonly string[] {
  const end = command.findLastIndex((argument) => PLACEHOLDER.test(argument));
  return command.slice(0, end + 1).flatMap((argument) => argument.split(/[\s"'`;|&()=]+/));
}

/**
 * Returns the first interpreter up to the last placeholder, whatever wraps it, or the program if a placeholder stands
 * within an argument that looks like code.
 */
export function interpreterIn(command: readonly string[]): string | undefined {
  const found = wordsOf(command).find((word) => {
    const name = programName(word);
    // Without a version, as in python3.12 and busybox.static.
    return INTERPRETERS.has(name) || INTERPRETERS.has(name.replace(/(?<![\d.-])[\d.-]*(?:static|preview|lts)?$/, ""));
  });
  const isCode = command.some((argument) => PLACEHOLDER.test(argument) && /[\s"'`;|&()<>]/.test(argument));
  return found ?? (isCode ? command[0] : undefined);
}

/** Whether a program's arguments name another program. */
export function startsOthers(program: string): boolean {
  return LAUNCHERS.test(programName(program)) || interpreterIn([program, "${path}"]) !== undefined;
}

/** Writes a command as typed in a terminal. A shell interprets nothing in single quotes. */
export function commandLine(command: readonly string[]): string {
  const quoted = (part: string) => (/^[\w./:=@-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`);
  return command.map(quoted).join(" ");
}
