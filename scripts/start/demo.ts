import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { makeTemporaryFolder, removeTemporaryFolder } from "../../test/vscode/host/processes.js";
import type { VsCodeBuild } from "../../test/vscode/provision/vscode-server.js";
import { findDesktop, hasDisplay, openInBrowser, openOnDesktop, type Opening, type RunningPart } from "./editions.js";

/** Stands in the sample files for the host and port of the service, which are new each time. */
const TENANT_PLACEHOLDER = "demo-tenant.example";
/** Enough connections that the list comes in many pages. */
const CONNECTIONS = 1240;
/** What `${env:…}` in the sample files stands for. */
const ENVIRONMENT = { DEMO_SALESFORCE_KEY: "made-up-key-for-the-demonstration" };
const SETTINGS = { "workbench.startupEditor": "readme" };

/** What the demonstration is asked to do, and what it is given to do it with. */
export interface DemoOptions {
  /** Serve VS Code in the browser even where a desktop VS Code could be opened. */
  readonly forceBrowser: boolean;
  /** The port of VS Code in the browser, 0 for any. */
  readonly port: number;
  readonly log: (line: string) => void;
  /** Brings the browser edition of VS Code. */
  readonly provisionServer: () => Promise<VsCodeBuild>;
}

/**
 * Runs the demonstration until the user ends it with Ctrl+C or closes the desktop window, then stops everything it
 * started.
 *
 * @returns the exit code: 0 when the user ended it, 1 when a part of it ended by itself
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { log } = options;
  const asked = untilAskedToEnd();
  const stops: (() => Promise<void>)[] = [];
  const temporary = await makeTemporaryFolder("demo");
  try {
    log("Starting the embedded service with 1,240 sample connections");
    // It loads what the build generates.
    const { startService } = await import("../../test/service/service.js");
    const service = await startService({ connections: CONNECTIONS, latestChange: Date.now() });
    stops.push(() => service.close());
    const { baseUrl, authUrl, accessToken } = service;
    const workspace = await copyWorkspace(temporary, new URL(baseUrl).host);
    const tenant = { baseUrl, authUrl, accessToken, name: "Demo" };
    const environment = { VAULTCONN_LOCAL_SERVICE: JSON.stringify(tenant), ...ENVIRONMENT };
    const opening = openVsCode(options, { workspace, environment, settings: SETTINGS, home: join(temporary, "home") });
    const vscode = await Promise.race([opening, asked]);
    if (vscode === undefined) return 0;
    stops.push(() => vscode.stop());
    const trouble = await Promise.race([
      asked.then(() => undefined),
      vscode.ended.then((byUser) => (byUser ? undefined : "VS Code has ended unexpectedly.")),
    ]);
    if (trouble !== undefined) log(trouble);
    return trouble === undefined ? 0 : 1;
  } finally {
    log("Stopping");
    await Promise.all(stops.map((stop) => stop()));
    await removeTemporaryFolder(temporary);
  }
}

async function openVsCode(options: DemoOptions, opening: Opening): Promise<RunningPart> {
  const { log } = options;
  if (!options.forceBrowser && hasDisplay()) {
    const desktop = await findDesktop(log);
    if (desktop !== undefined) return openOnDesktop(desktop, opening, log);
    log("No desktop VS Code can be had, so VS Code is served in the browser.");
  }
  return openInBrowser(await options.provisionServer(), options.port, opening, log);
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
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        resolve();
      });
    }
  });
}
