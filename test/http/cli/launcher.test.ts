import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { CLI, start } from "./process.js";
import { Repository, opened } from "./support.js";

it.each(["--version", "-V"])("answers %s without loading the rest of the command", async (option) => {
  const { repository } = await opened();
  // Alone, it can load nothing.
  const alone = join(repository.outside, "cli.js");
  copyFileSync(CLI, alone);
  const { code, stdout, stderr } = await start(repository, [option], {}, alone).ended;
  expect([code, stdout, stderr]).toEqual([0, `${packageJson.version}\n`, ""]);
  const more = await start(repository, [option, "plan"], {}, alone).ended;
  expect(more).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("vaultconn.js") as string });
});

it.each(["14.21.3", "18.20.8", "20.20.2", "22.18.0"])(
  "names the required version on Node %s before it loads anything",
  async (version) => {
    const { repository } = await opened();
    const older = join(repository.outside, "older.cjs");
    writeFileSync(older, `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`);
    for (const program of [CLI, "dist/server.js"]) {
      const env = { NODE_OPTIONS: `--require=${older}` };
      const { code, stdout, stderr } = await start(repository, ["--version"], env, resolve(program)).ended;
      expect([code, stdout, stderr]).toEqual([
        4,
        "",
        expect.stringContaining("Node 22.19 or later. This is Node " + version),
      ]);
    }
  },
);

it("loads the rest from its own folder if npm has linked it", async () => {
  const { repository } = await opened();
  const link = join(repository.outside, "vaultconn");
  symlinkSync(CLI, link);
  const { code, stdout } = await start(repository, ["--help"], {}, link).ended;
  expect([code, stdout]).toEqual([0, (await repository.cli(["--help"])).stdout]);
});

it.each([
  [["-h"], 0],
  [["help", "completion"], 0],
  [["apply", "--help"], 0],
  [[], 64],
  [["help", "aply"], 64],
])("runs %j and exits with %i", async (args, code) => {
  const ended = await start(new Repository(), args).ended;
  expect(ended).toMatchObject({ code, [code === 0 ? "stderr" : "stdout"]: "" });
  if (code === 0) expect(ended.stdout).toMatch(/^Usage: vaultconn /);
});
