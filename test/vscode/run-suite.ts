import { randomUUID } from "node:crypto";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { CACHE, ROOT } from "../../scripts/folders.js";
import { makeTemporaryFolder, removeTemporaryFolder } from "./host/processes.js";

const SUITE = join(ROOT, "test", "vscode", "suite");

/** As many as a large tenant has. */
const CONNECTIONS = 5000;

/** What to run inside the extension host of a VS Code. */
export interface SuiteRun {
  /** The folder of the extension under test. */
  readonly extension: string;
  /** The suite's entry, a CommonJS module that exports `run()`. */
  readonly suite: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What came out of a test of the suite. */
interface SuiteTest {
  readonly title: string;
  /** Why it failed; undefined if it passed. */
  readonly error: string | undefined;
}

/** As much of Mocha's report as is read. */
interface Report {
  readonly passes: readonly { readonly fullTitle: string }[];
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly stack?: string } }[];
}

/**
 * Bundles the suite, starts an embedded service that the extension is signed in to, and has the suite run in some VS
 * Code. A run that didn't come to its end, or ran no test, has failed, whatever else it says.
 *
 * @param start runs it; tells what went wrong, such as a crash, apart from failing tests
 */
export async function runSuite(start: (run: SuiteRun) => Promise<string | undefined>): Promise<readonly SuiteTest[]> {
  const temporary = await makeTemporaryFolder("suite");
  // The bundles lie inside the project, where the packages they require are found.
  const outdir = join(CACHE, "build", `suite.${process.pid}.${randomUUID()}`);
  try {
    await buildSuite(outdir);
    const workspace = join(temporary, "workspace");
    await cp(join(SUITE, "workspace"), workspace, { recursive: true });
    const extension = process.env["VAULTCONN_EXTENSION_FOLDER"] ?? ROOT;
    const report = join(temporary, "report.json");
    // It loads what the build generates.
    const { startService } = await import("../service/service.js");
    const service = await startService({ connections: CONNECTIONS, latestChange: Date.now() });
    const { baseUrl, authUrl, accessToken } = service;
    const tenant = { baseUrl, authUrl, accessToken, name: "Embedded", agentAccess: "list" };
    const environment = { VAULTCONN_LOCAL_SERVICE: JSON.stringify(tenant), VAULTCONN_TEST_REPORT: report };
    try {
      const trouble = await start({ extension, suite: join(outdir, "index.cjs"), workspace, environment });
      const { passes, failures } = await readReport(report);
      const updates = service.requests.all({ operation: "update" }).length;
      // Failing tests make VS Code end with an error of its own, which says nothing new.
      const how = failures.length > 0 ? undefined : (trouble ?? (passes.length === 0 ? "It ran no test." : undefined));
      return [
        ...passes.map(({ fullTitle }) => ({ title: fullTitle, error: undefined })),
        ...failures.map(({ fullTitle, err }) => ({ title: fullTitle, error: err.stack ?? "It failed." })),
        { title: "the suite ends well", error: how },
        { title: "the suite sends no update", error: updates > 0 ? `It sent ${updates}.` : undefined },
      ];
    } finally {
      await service.close();
    }
  } finally {
    await rm(outdir, { recursive: true, force: true });
    await removeTemporaryFolder(temporary);
  }
}

/** Mocha writes its report at the end of the suite, so that of a crash there is none. */
async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, "utf8").catch(() => '{ "passes": [], "failures": [] }');
  return JSON.parse(text) as Report;
}

/** Bundles the suite that runs inside the extension host into a folder: its test files, and `index.cjs`, which exports `run()`. */
async function buildSuite(outdir: string): Promise<void> {
  await build({
    entryPoints: [join(SUITE, "index.ts"), join(SUITE, "*.test.ts")],
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node22.19",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
}
