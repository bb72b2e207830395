/**
 * The command `vaultconn-language-server`: serves an editor, or checks files in
 * a pipeline. Only what the command needs is loaded.
 */
import { HELP, readCommand } from "./command.js";
import { VERSION } from "./version.js";

const MISUSE = 2;

const command = readCommand(process.argv.slice(2));
switch (command.kind) {
  case "serve":
    void import("./serve.js").then(({ serve }) => {
      serve(command.transport);
    });
    break;
  case "check":
    void import("./cli/check.js").then(({ check }) => check(command.args));
    break;
  case "help":
    process.stdout.write(HELP);
    break;
  case "version":
    process.stdout.write(`${VERSION}\n`);
    break;
  case "misuse":
    process.stderr.write(`${command.sentence}\n`);
    process.exitCode = MISUSE;
    break;
}
