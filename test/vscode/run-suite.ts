import { randomUUID } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";

import { CACHE, ROOT } from "../../scripts/folders.js";
import { type SuiteTest } from "./host/suite-report.js";
import { type SuiteRun } from "./host/suite-run.js";
import { makeTemporaryFolder, removeTemporaryFolder } from "./host/temporary-folder.js";
import { buildSuite } from "./suite/build.js";

const TIMEOUT_MS = 3_600_000;
/** As many as a large tenant has. */
const CONNECTIONS = 5000;

/**
 * Bundles the suite, starts an embedded service that the extension is signed in to, and has the suite run in some VS
 * Code.
 */
export async function runSuite(start: (run: SuiteRun) => Promise<readonly SuiteTest[]>): Promise<readonly SuiteTest[]> {
  const temporary = await makeTemporaryFolder("suite");
  // The bundle lies inside the project, where the packages it requires are found.
  const suite = join(CACHE, "build", `suite.${process.pid}.${randomUUID()}.cjs`);
  try {
    await buildSuite(suite);
    const workspace = join(temporary, "workspace");
    await cp(join(ROOT, "test", "vscode", "suite", "workspace"), workspace, { recursive: true });
    const extension = process.env["VAULTCONN_EXTENSION_FOLDER"] ?? ROOT;
    const events = join(temporary, "events.jsonl");
    // It loads what the build generates.
    const { startService } = await import("../service/service.js");
    const service = await startService({ connections: CONNECTIONS, latestChange: Date.now() });
    const { baseUrl, authUrl, accessToken } = service;
    const tenant = { baseUrl, authUrl, accessToken, name: "Embedded", agentAccess: "list" };
    const environment = { VAULTCONN_LOCAL_SERVICE: JSON.stringify(tenant) };
    try {
      const tests = await start({ extension, suite, workspace, events, environment, timeoutMs: TIMEOUT_MS });
      const updates = service.requests.all({ operation: "update" }).length;
      const error = updates > 0 ? `It sent ${updates}.` : undefined;
      return [...tests, { title: "the suite sends no update", ...(error !== undefined && { error }) }];
    } finally {
      await service.close();
    }
  } finally {
    await rm(suite, { force: true });
    await removeTemporaryFolder(temporary);
  }
}
