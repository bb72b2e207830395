/**
 * The command `vaultconn-language-server`: serves an editor, or checks files in
 * a pipeline. Only what the command needs is loaded.
 */
import { join } from "node:path";
import type * as Check from "../cli/check.js";
import { VERSION } from "../common/version.js";
import type * as Serve from "../edge/serve.js";
import { type Command, HELP, readCommand } from "./command.js";

const MISUSE = 2;

const command = readCommand(process.argv.slice(2));
switch (command.kind) {
  case "serve":
    void (load("serve") as Promise<typeof Serve>).then(({ serve }) => {
      serve(command.transport);
    });
    break;
  case "check":
    void (load("check") as Promise<typeof Check>).then(({ check }) => check(command.args));
    break;
  case "help":
    print(process.stdout, HELP);
    break;
  case "version":
    print(process.stdout, `${VERSION}\n`);
    break;
  case "misuse":
    print(process.stderr, `${command.sentence}\n`);
    process.exitCode = MISUSE;
    break;
}

/** Each command is a bundle of its own, beside this one. */
function load(bundle: Command["kind"]): Promise<unknown> {
  return import(join(__dirname, `${bundle}.js`));
}

/** Whoever reads may have seen enough. */
function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = MISUSE;
  });
  stream.write(text);
}
