import { randomUUID } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { loadTypeScript } from "../../scripts/load-typescript.mjs";
import { CACHE, ROOT } from "../../scripts/folders.mjs";
import { buildSuite } from "./suite/build.mjs";

const TIMEOUT_MS = 900_000;
/** More than one page of the list. */
const CONNECTIONS = 250;

/**
 * Bundles the suite, starts an embedded service that the extension is signed in to, has the suite run in some VS Code,
 * prints what came out, and sets the exit code. With `--results FILE` on the command line, the counts go into that file
 * as well.
 *
 * @param {string} where what the suite runs in, for the heading
 * @param {(run: { extension: string, suite: string, workspace: string, events: string, environment: Record<string, string>, timeoutMs: number }) => Promise<{ passed: number, failed: number, lines: string[] }>} start
 */
export async function runSuite(where, start) {
  const { makeTemporaryFolder, removeTemporaryFolder } = await loadTypeScript("test/vscode/host/temporary-folder.ts");
  const temporary = await makeTemporaryFolder("suite");
  // The bundle lies inside the project, where the packages it requires are found.
  const suite = join(CACHE, "build", `suite.${process.pid}.cjs`);
  try {
    await buildSuite(suite);
    const workspace = join(temporary, "workspace");
    await cp(join(ROOT, "test", "vscode", "suite", "workspace"), workspace, { recursive: true });
    const extension = process.env.VAULTCONN_EXTENSION_FOLDER ?? ROOT;
    const events = join(temporary, "events.jsonl");
    const { startServiceProcess } = await loadTypeScript("test/vscode/host/service-process.ts");
    const service = await startServiceProcess({
      connections: CONNECTIONS,
      name: "Embedded",
      controlToken: randomUUID(),
    });
    const { passed, failed, lines } = await start({
      extension,
      suite,
      workspace,
      events,
      environment: service.environment,
      timeoutMs: TIMEOUT_MS,
    }).finally(() => service.stop());
    console.log(`${where}\n${lines.join("\n")}\n  ${passed} passed, ${failed} failed`);
    await writeResults({ passed, failed });
    if (failed > 0) process.exitCode = 1;
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    console.error(cause instanceof Error ? `${message}\n${cause.message}` : message);
    process.exitCode = 1;
  } finally {
    await rm(suite, { force: true });
    await removeTemporaryFolder(temporary);
  }
}

async function writeResults(/** @type {{ passed: number, failed: number }} */ counts) {
  const at = process.argv.indexOf("--results");
  const file = at < 0 ? undefined : process.argv[at + 1];
  if (!file) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(counts));
}
