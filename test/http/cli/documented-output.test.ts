import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { createWorld } from "../../../scripts/pictures/world.js";
import { canary, closeAfterwards } from "../client/support.js";
import { bundled } from "./process.js";
import { SECRET } from "./support.js";

const bundle = bundled();
canary.secret(SECRET);

const FILE = "connections/salesforce-eu-production.vaultconn.json";
const STORY = readFileSync("docs/get-started-command-line.md", "utf8");
const FILLED_IN = /^```json\n(.*?)^```$/ms.exec(STORY)?.[1] ?? "";
/** Differs from run to run. */
const VARYING = /\d{4}-\d\d-\d\dT[\d:.]+Z|\d+\.\d+\.\d+$/gm;

/** The tenant of the story, with its environment, and a folder with the command on PATH. */
async function prepared() {
  const world = await createWorld([{ name: "Acme", host: "acme.example.com", connections: 3 }]);
  closeAfterwards(world);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "vaultconn-docs-")));
  closeAfterwards({
    close: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  });
  const bin = join(folder, "bin");
  const root = join(folder, "root");
  for (const made of [bin, join(root, dirname(FILE))]) mkdirSync(made, { recursive: true });
  writeFileSync(join(bin, "vaultconn"), `#!/bin/sh\nexec "${process.execPath}" "${bundle()}" "$@"\n`);
  chmodSync(join(bin, "vaultconn"), 0o755);
  const service = world.service("Acme");
  const env = {
    ...world.environment,
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    HTTPS_PROXY: String(world.settings["http.proxy"]),
    VAULTCONN_TENANT: "Acme=acme.example.com",
    VAULTCONN_ACCESS_TOKEN: await service.token(),
    VAULTCONN_SECRET_ACME_SALESFORCE_EU_PRODUCTION_API_KEY: SECRET,
  };
  const write = (text: string) => {
    writeFileSync(join(root, FILE), text);
  };
  const change = () => {
    const id = service.connections.idAt(0);
    service.connections.change(id, { fingerprint: "another", updated_at: new Date().toISOString() });
  };
  return { root, env, write, change };
}

/** The commands of a page with what they print, and the file where it's filled in. */
function scenesIn(page: string): readonly { readonly command: string; readonly output: string }[] {
  const blocks = page.matchAll(/^```(?:console|json)\n(.*?)^```$/gms);
  return Array.from(blocks, ([, text = ""]) => text.split(/^\$ /m)).flatMap(([file = "", ...commands]) => [
    ...(file === "" ? [] : [{ command: "", output: file }]),
    ...commands.map((each) => {
      const [, command = "", output = ""] = /^((?:[^\n]*\\\n)*[^\n]*)\n?([^]*)$/.exec(each) ?? [];
      return { command, output };
    }),
  ]);
}

const run = (command: string, { root, env }: Awaited<ReturnType<typeof prepared>>): Promise<string> =>
  new Promise((resolve) => {
    execFile("bash", ["-c", `${command} 2>&1`], { cwd: root, env }, (_, stdout) => {
      canary.saw(stdout);
      resolve(stdout);
    });
  });

it.each(["get-started-command-line.md", "command-line.md"])("prints what %s shows for each command", async (name) => {
  const place = await prepared();
  const isReference = name === "command-line.md";
  if (isReference) place.write(FILLED_IN.replace('"api_key"', '"api_ky"'));
  for (const { command, output } of scenesIn(readFileSync(join("docs", name), "utf8"))) {
    if (command === "") place.write(output);
    if (command === "" || /^(?:read|export|npm) /.test(command)) continue;
    if (isReference && command.startsWith("vaultconn list")) place.write(FILLED_IN);
    if (isReference && command.startsWith("vaultconn drift")) place.change();
    const printed = await run(command, place);
    expect(`$ ${command}\n${printed.trimEnd()}`.replaceAll(VARYING, "…")).toBe(
      `$ ${command}\n${output.trimEnd()}`.replaceAll(VARYING, "…"),
    );
  }
});
