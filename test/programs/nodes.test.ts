import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { CLI, startAgent, startProcess } from "../http/cli/process.js";
import { opened } from "../http/cli/support.js";
import { Session } from "../protocol/session.js";
import { provisionNode } from "../vscode/provision/vscode-server.js";

const OLDEST = /\d.*/.exec(packageJson.engines.node)?.[0] ?? "";

/** The oldest Node that's supported, with its first fixes, and the newest. */
describe.each([`${OLDEST}.0`, "26.10.0"])("Node %s", (version) => {
  it("runs what was built: the command line, the language server, and the agents' tools", async () => {
    const node = await provisionNode(version);
    const { service, repository, plan } = await opened(1);
    const run = (...args: string[]) => {
      const env = { PATH: process.env["PATH"], ...repository.environment() };
      return startProcess(node, [CLI, ...args], repository.root, env).ended;
    };
    expect(await startProcess(node, ["--version"], ".", {}).ended).toMatchObject({ stdout: `v${version}\n` });
    expect(await run("check", ".")).toMatchObject({ code: 0, stderr: "" });
    expect(await run("plan", "--out", plan)).toMatchObject({ code: 2, stderr: "" });
    expect(await run("apply", plan)).toMatchObject({ code: 0, stderr: "" });
    expect(service.requests.applied).toBe(1);
    expect(await run("drift")).toMatchObject({ code: 0, stderr: "" });

    const { call } = await startAgent(repository, ["--allow-list"], {}, { node });
    expect(await call("plan", { paths: ["."] })).toMatchObject({ files: [{ status: "unchanged" }] });

    const session = await Session.start({ node });
    await session.open("file:///a.vaultconn.json", '{"setup": {"type": "BEARER"}}');
    expect(await session.diagnostics("file:///a.vaultconn.json")).toMatchObject([{ code: "missing-property" }]);
    await session.stop();
  });
});
