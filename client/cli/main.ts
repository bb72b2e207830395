/**
 * The command `vaultconn`: what a person does in the editor, for pipelines.
 * `--version` is answered before anything is loaded.
 */
import { VERSION } from "../../server/src/common/version.js";

const [only, ...others] = process.argv.slice(2);
if ((only === "--version" || only === "-V") && others.length === 0) process.stdout.write(`${VERSION}\n`);
else void import("./process.js").then(({ runProcess }) => runProcess());
