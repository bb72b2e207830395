/** Compares the language server with others: node --expose-gc main.mjs <project root> [--quick] */
import { fileURLToPath } from "node:url";
import { effort } from "../../measure/effort.js";
import { loadContestants } from "../contestants.js";
import { compareQuality } from "../quality.js";
import { compareSpeed } from "../speed.js";
import { publishedSchema } from "../schemas.js";
import { compareServers } from "../stdio/compare.js";
import { serverPrograms } from "../stdio/servers.js";

const programs = fileURLToPath(new URL(".", import.meta.url));
const root = process.argv[2] ?? process.cwd();
const measured = effort();
const contestants = await loadContestants(root, programs);
await compareSpeed(contestants, measured);
await compareQuality(contestants, measured.rounds(1000, 300));
await compareServers(serverPrograms(root, programs, await publishedSchema(root)), measured);
