import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command } from "./command.js";
import manifest from "../../package.json" with { type: "json" };
import { SERVER } from "./session.js";

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

describe("the command", () => {
  it("tells its version and its use", async () => {
    expect(await command(["--version"])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
    expect(await command(["--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("--stdio") as string,
      stderr: "",
    });
  });

  it.each([[[]], [["--socket=1"]], [["lint", "."]]])("refuses %j with one sentence and code 2", async (args) => {
    const { code, stdout, stderr } = await command(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+ --help\.\n$/);
  });

  it("may lose its reader", async () => {
    const child = spawn(process.execPath, [SERVER, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
    const exited = once(child, "exit");
    child.stdout.destroy();
    expect(await text(child.stderr)).toBe("");
    expect(await exited).toEqual([0, null]);
  });

  it("serves over the channel between Node processes", async () => {
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

describe("the npm package", () => {
  let folder: string;
  let installed: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "vaultconn-"));
    const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PROJECT });
    await run(
      "npm",
      [
        "install",
        "--silent",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--prefix",
        folder,
        path.join(folder, stdout.trim()),
      ],
      { cwd: folder },
    );
    installed = path.join(folder, "node_modules");
  }, 60_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("brings the command, which works, and no other package", async () => {
    expect((await readdir(installed)).filter((name) => !name.startsWith("."))).toEqual([manifest.name]);
    const bin = path.join(installed, ".bin/vaultconn-language-server");
    expect((await run(bin, ["--version"])).stdout).toBe(`${manifest.version}\n`);
    const failed = await run(bin, ["check", "--format", "sarif", "-q", "package.json"], {
      cwd: path.join(installed, manifest.name),
    }).catch((error: unknown) => error as { code: number; stdout: string });
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('"helpUri"') as string });
  });

  it("holds what the server needs and nothing else", async () => {
    const entries = await readdir(path.join(installed, manifest.name), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path
          .relative(path.join(installed, manifest.name), path.join(entry.parentPath, entry.name))
          .replaceAll("\\", "/"),
      );
    expect(files.filter((file) => !file.startsWith("dist/l10n/")).sort()).toEqual([
      "LICENSE",
      "README.md",
      "dist/ThirdPartyNotices.txt",
      "dist/check.js",
      "dist/diagnostics.md",
      "dist/server.js",
      "dist/vaultconn.schema.json",
      "package.json",
    ]);
  });
});
