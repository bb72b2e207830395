/**
 * The command `vaultconn-language-server`. The server is a file of its own, which is loaded only to serve a client.
 */
import { VERSION } from "./version.js";

const HELP = `Usage: vaultconn-language-server --stdio

Serves an editor over standard input and output.

Options:
  --stdio    serve an editor
  --version  print the version
  --help     print this help
`;
/** The transports of the library, which reads the arguments. */
const TRANSPORTS: readonly string[] = ["--stdio", "--node-ipc"];
/** Language clients pass their process id, which `initialize` also has. */
const CLIENT_PROCESS = /^--clientProcessId=\d+$/;
/** The exit code of a wrong command line. */
const USAGE_EXIT_CODE = 64;

const [only = "", ...others] = process.argv.slice(2).filter((argument) => !CLIENT_PROCESS.test(argument));
if (others.length > 0) refuse();
else if (TRANSPORTS.includes(only))
  void import("./languageServer.js").then(({ serve }) => {
    serve();
  });
else if (only === "--help") print(process.stdout, HELP);
else if (only === "--version") print(process.stdout, `${VERSION}\n`);
else refuse();

function refuse(): void {
  print(process.stderr, "Specify --stdio to serve an editor, --version, or --help.\n");
  process.exitCode = USAGE_EXIT_CODE;
}

/** Ignores errors, since the reader may have closed the pipe. */
function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on("error", () => undefined);
  stream.write(text);
}
