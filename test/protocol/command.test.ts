import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { SERVER } from "./session.js";

describe("the language server's command", () => {
  it("prints its version and its usage", () => {
    expect(command("--version")).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
    const help = command("--help");
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("--stdio") as string, stderr: "" });
  });

  it.each([[[]], [["--socket=1"]], [["--stdio", "x"]], [["\u001b[31m"]]])(
    "refuses %j with a message and exit code 64",
    (args) => {
      const stderr = "Specify --stdio to serve an editor, --version, or --help.\n";
      expect(command(...args)).toEqual({ code: 64, stdout: "", stderr });
    },
  );

  it("serves over the IPC channel of Node processes", async () => {
    const child = spawn(process.execPath, [SERVER, "--node-ipc", `--clientProcessId=${process.pid}`], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.send({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { processId: null, rootUri: null, capabilities: {}, workspaceFolders: null },
    });
    const [reply] = (await once(child, "message")) as [unknown];
    expect(reply).toMatchObject({ id: 1, result: { serverInfo: { name: "vaultconn", version: manifest.version } } });
    child.send({ jsonrpc: "2.0", id: 2, method: "shutdown" });
    await once(child, "message");
    const exited = once(child, "exit");
    child.send({ jsonrpc: "2.0", method: "exit" });
    expect(await exited).toEqual([0, null]);
  });
});

/** Runs the language server as it is shipped, to its end. */
function command(...args: readonly string[]): object {
  const { status: code, stdout, stderr } = spawnSync(process.execPath, [SERVER, ...args], { encoding: "utf8" });
  return { code, stdout, stderr };
}
