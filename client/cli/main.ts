/**
 * The command `vaultconn`: the extension's features for pipelines. Handles `--version` before it loads anything else,
 * because loading and compiling the rest takes longer than Node takes to start.
 */
import { join } from "node:path";
import { VERSION } from "../../server/src/version.js";
import type * as Vaultconn from "./vaultconn.js";

const [only, ...others] = process.argv.slice(2);
if ((only === "--version" || only === "-V") && others.length === 0) process.stdout.write(`${VERSION}\n`);
else void (import(join(__dirname, "vaultconn.js")) as Promise<typeof Vaultconn>).then(({ runProcess }) => runProcess());
