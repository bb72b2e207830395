/**
 * The command `vaultconn-language-server`: serves an editor, or checks files in
 * a pipeline. Only what the command needs is loaded.
 */
import { HELP, readCommand } from "./command.js";
import { VERSION } from "../common/version.js";

const MISUSE = 2;

const command = readCommand(process.argv.slice(2));
switch (command.kind) {
  case "serve":
    void import("../edge/serve.js").then(({ serve }) => {
      serve(command.transport);
    });
    break;
  case "check":
    void import("../cli/check.js").then(({ check }) => check(command.args));
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

/** Whoever reads may have seen enough. */
function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = MISUSE;
  });
  stream.write(text);
}
