import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { useFolder } from "../unit/folder.js";

const folder = useFolder();

/** Types the start of a command into a zsh without any settings, and presses Tab and Enter. */
const SCENE = String.raw`
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "$1 source <(vaultconn completion zsh)"
zpty -w -n shell $'vaultconn dri\t\n'
zpty -r -m shell shown '*ran <*>*'
print -r -- "$shown"`;

it.each(["", "autoload -U compinit; compinit -u;", "setopt ksh_arrays nounset;"])(
  "zsh completes commands if its settings are %j",
  (settings) => {
    const bin = folder();
    const program = join(bin, "vaultconn");
    const run = `exec "${process.execPath}" "${resolve("dist/cli.js")}" "$@"`;
    writeFileSync(program, `#!/bin/sh\n[ "$1" != completion ] && echo "ran <$*>" || ${run}\n`);
    chmodSync(program, 0o755);
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, HOME: bin, TERM: "dumb" };
    expect(execFileSync("zsh", ["-f", "-c", SCENE, "zsh", settings], { env, encoding: "utf8" })).toContain(
      "ran <drift>",
    );
  },
);
