/** The command `vaultconn-language-server`. What serves an editor is in the same file, and is run only to serve one. */
import { VERSION } from "../common/version.js";
import type { Transport } from "../edge/connect.js";

const HELP = `Usage: vaultconn-language-server --stdio

Serves an editor over standard input and output.

Options:
  --stdio    serve an editor
  --version  print the version
  --help     print this help
`;
const TRANSPORTS: Readonly<Record<string, Transport>> = { "--stdio": "stdio", "--node-ipc": "node-ipc" };
/** Language clients pass along the id of their process, which `initialize` tells as well. */
const CLIENT_PROCESS = /^--clientProcessId=\d+$/;
/** The exit code of a wrong command line. */
const USAGE_EXIT_CODE = 64;

const [only = "", ...others] = process.argv.slice(2).filter((argument) => !CLIENT_PROCESS.test(argument));
const transport = TRANSPORTS[only];
if (others.length > 0) refuse();
else if (transport)
  void import("../edge/server.js").then(({ serve }) => {
    serve(transport);
  });
else if (only === "--help") print(process.stdout, HELP);
else if (only === "--version") print(process.stdout, `${VERSION}\n`);
else refuse();

function refuse(): void {
  print(process.stderr, "Specify --stdio to serve an editor, --version, or --help.\n");
  process.exitCode = USAGE_EXIT_CODE;
}

/** The reader may have stopped reading. */
function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on("error", () => undefined);
  stream.write(text);
}
