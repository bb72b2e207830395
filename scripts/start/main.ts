import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { makeTemporaryFolder, removeTemporaryFolder } from "../../test/vscode/host/processes.js";
import { type VsCodeBuild, provisionServer } from "../../test/vscode/provision/vscode-server.js";
import { ensureBuilt } from "../build/ensure.js";
import { runProgram } from "../program.js";
import { findDesktop, hasDisplay, openInBrowser, openOnDesktop, type Opening, type RunningPart } from "./editions.js";

/** Stands in the sample files for the host and port of the service, which are new each time. */
const TENANT_PLACEHOLDER = "demo-tenant.example";
/** Enough connections for a list of many pages. */
const CONNECTIONS = 1240;
/** What `${env:…}` in the sample files stands for. */
const ENVIRONMENT = { DEMO_SALESFORCE_KEY: "made-up-key-for-the-demonstration" };

/**
 * The demonstration: npm start [-- --server]
 *
 * Installs what it needs, starts the embedded service with sample data, and opens a real VS Code with the extension. Runs
 * until the user ends it with Ctrl+C or closes the desktop window, then stops everything it started.
 *
 * `--server` serves VS Code in the browser, even where a desktop VS Code could be opened.
 */
async function main(args: readonly string[]): Promise<void> {
  const { server } = parseArgs({ args: [...args], options: { server: { type: "boolean", default: false } } }).values;
  const provision = (): Promise<VsCodeBuild> => provisionServer("current", console.log);
  // Mostly waits for the network, so it runs during the build. If it fails, the error is reported where it's awaited.
  const provisioned = server || !hasDisplay() ? provision() : undefined;
  provisioned?.catch(() => undefined);
  await ensureBuilt();
  const exitCode = await runDemo(async (opening) => {
    const desktop = provisioned ? undefined : await findDesktop();
    if (desktop !== undefined) return openOnDesktop(desktop, opening);
    if (!provisioned) console.log("There is no desktop VS Code, so VS Code is served in the browser.");
    return openInBrowser(await (provisioned ?? provision()), opening);
  });
  // An installation that was in progress when the user ended the demonstration mustn't hold it up.
  process.exit(exitCode);
}

/** @returns the exit code: 0 when the user ended it, 1 when a part of it ended by itself */
async function runDemo(openVsCode: (opening: Opening) => Promise<RunningPart>): Promise<number> {
  const asked = untilAskedToEnd();
  const stops: (() => Promise<void>)[] = [];
  const temporary = await makeTemporaryFolder("demo");
  try {
    console.log("Starting the embedded service with 1,240 sample connections");
    // It loads what the build generates.
    const { startService } = await import("../../test/service/service.js");
    const service = await startService({ connections: CONNECTIONS, latestChange: Date.now() });
    stops.push(() => service.close());
    const { baseUrl, authUrl, accessToken } = service;
    const tenant = { baseUrl, authUrl, accessToken, name: "Demo" };
    const opening = openVsCode({
      workspace: await copyWorkspace(temporary, new URL(baseUrl).host),
      environment: { VAULTCONN_LOCAL_SERVICE: JSON.stringify(tenant), ...ENVIRONMENT },
      settings: { "workbench.startupEditor": "readme" },
      home: join(temporary, "home"),
    });
    const vscode = await Promise.race([opening, asked]);
    if (vscode === undefined) return 0;
    stops.push(() => vscode.stop());
    const isWanted = await Promise.race([asked.then(() => true), vscode.ended]);
    if (!isWanted) console.log("VS Code has ended unexpectedly.");
    return isWanted ? 0 : 1;
  } finally {
    console.log("Stopping");
    await Promise.all(stops.map((stop) => stop()));
    await removeTemporaryFolder(temporary);
  }
}

async function copyWorkspace(temporary: string, tenant: string): Promise<string> {
  const workspace = join(temporary, "vault-connections-demo");
  await cp("scripts/start/workspace", workspace, { recursive: true });
  for (const name of await readdir(workspace, { recursive: true })) {
    if (!name.endsWith(".vaultconn.json")) continue;
    const file = join(workspace, name);
    await writeFile(file, (await readFile(file, "utf8")).replaceAll(TENANT_PLACEHOLDER, tenant));
  }
  return workspace;
}

function untilAskedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, resolve);
  });
}

await runProgram(main);
