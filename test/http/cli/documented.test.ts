import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { createWorld } from "../../../scripts/pictures/world.js";
import { closeAfterwards, openService } from "../client/support.js";
import { CLI, startProcess, writePrograms } from "./process.js";
import { BEARER, hostOf, Repository, SECRET } from "./support.js";

const VAULTCONN = `exec "${process.execPath}" "${CLI}" "$@"`;

/** What is meant to be run, page by page. The workflow that pushes has a test of its own. */
const BLOCKS = ["docs", "docs/workflows"].flatMap((folder) =>
  readdirSync(folder)
    .filter((page) => /\.(?:md|yml)$/.test(page))
    .flatMap((page) => {
      const text = readFileSync(join(folder, page), "utf8");
      const found = text.matchAll(/^ *```sh\n(.*?)^ *```$|^ +(?:- )?(?:run: |entry: )?(vaultconn check [^\n]*)$/gms);
      return Array.from(found, ([, block, step = ""]) => ({ page, block: block ?? step }));
    }),
);

/** A repository with the programs of others beside ours, which only show that they were started. */
async function withPrograms() {
  const service = await openService();
  const repository = new Repository(service);
  const id = service.connections.idAt(0);
  const setup = { id, tenant: hostOf(service), setup: BEARER };
  const file = repository.write(`connections/billing/${id}.vaultconn.json`, setup);
  const PATH = writePrograms(repository, {
    vaultconn: VAULTCONN,
    "vaultconn-language-server": `exec "${process.execPath}" "${resolve("dist/server.js")}" "$@"`,
    claude: 'echo "claude $*"',
    npm: 'echo "npm $*"',
  });
  const env = { ...repository.environment(), PATH };
  /** Runs a script with bash -e, without input. @returns its exit code */
  const shell = async (script: string) =>
    (await startProcess("bash", ["-e", "-c", script], repository.root, env).ended).code;
  return { service, file, shell };
}

it.each(BLOCKS)("runs twice with bash -e what $page says: $block", async ({ block }) => {
  const { service, shell } = await withPrograms();
  const script = block.replaceAll(/(?<=--tenant )[\w.]+/g, service.baseUrl);
  for (let run = 0; run < 2; run++) expect(await shell(script)).toBe(0);
  expect(service.requests.applied).toBe(block.includes("apply") ? (/--all\b(?!-)/.test(block) ? 2 : 1) : 0);
});

const HOOKS = readFileSync("docs/hooks-and-checks.md", "utf8");

it.each(HOOKS.match(/vaultconn check --max-warnings [^\n`]+/g) ?? [])(
  "finds a duplicate of a file that isn't committed now, with the hook: %s",
  async (hook) => {
    const { file, shell } = await withPrograms();
    copyFileSync(file, `${file}-2.vaultconn.json`);
    expect(await shell(hook)).toBe(4);
    // By default, pre-commit appends the files of the commit.
    expect(HOOKS).toContain("pass_filenames: false\n");
  },
);

it("waits for secrets from a program that starts slowly", async () => {
  const { shell } = await withPrograms();
  const slow = "for run in 1 2 3; do vaultconn check >&2; done; echo OTHER=x";
  expect(await shell(`{ ${slow}; } | vaultconn plan --secrets-fd 0`)).toBe(2);
});

it.each([4, 8])("ends if the file descriptor %i wasn't passed", async (descriptor) => {
  const { shell } = await withPrograms();
  expect(await shell(`vaultconn plan --secrets-fd ${descriptor}`)).toBe(4);
});

const FILE = "connections/salesforce-eu-production.vaultconn.json";
const STORY = readFileSync("docs/get-started-command-line.md", "utf8");
const FROM_CI = "first-push-from-ci.md";
const FILLED_IN = /^```json\n(.*?)^```$/ms.exec(STORY)?.[1] ?? "";
/** Differs from run to run. */
const VARYING = /\d{4}-\d\d-\d\dT[\d:.]+Z|\d+\.\d+\.\d+$/gm;

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

it.each(["get-started-command-line.md", "command-line.md", FROM_CI])(
  "prints what %s shows for each command",
  async (name) => {
    const isFromCi = name === FROM_CI;
    const host = isFromCi ? "staging.acme.example.com" : "acme.example.com";
    const world = closeAfterwards(await createWorld([{ name: "Acme", host, connections: 3 }]));
    const { service } = world;
    const repository = new Repository();
    const env = {
      ...world.environment,
      PATH: writePrograms(repository, { vaultconn: VAULTCONN }),
      HOME: repository.outside,
      ...(!isFromCi && { VAULTCONN_TENANT: "Acme=acme.example.com" }),
      VAULTCONN_ACCESS_TOKEN: await service.token(),
      VAULTCONN_SECRET_API_KEY_TEST: SECRET,
      VAULTCONN_SECRET_ACME_SALESFORCE_EU_PRODUCTION_API_KEY: SECRET,
    };
    const isReference = name === "command-line.md";
    if (isReference) repository.write(FILE, FILLED_IN.replace('"api_key"', '"api_ky"'));
    let page = readFileSync(join("docs", name), "utf8");
    for (const { command, output } of scenesIn(page)) {
      if (command === "") repository.write(isFromCi ? "tenants.test.json" : FILE, output);
      if (command === "" || /^(?:read|export|npm) /.test(command)) continue;
      if (isReference && command.startsWith("vaultconn drift")) {
        repository.write(FILE, FILLED_IN);
        await startProcess("bash", ["-c", "vaultconn apply --auto --yes"], repository.root, env).ended;
        const change = { fingerprint: "another", updated_at: new Date().toISOString() };
        service.connections.change(service.connections.idAt(0), change);
      }
      const { stdout } = await startProcess("bash", ["-c", `${command} 2>&1`], repository.root, env).ended;
      if (stdout.trimEnd().replaceAll(VARYING, "…") !== output.trimEnd().replaceAll(VARYING, "…"))
        page = page.replace(`$ ${command}\n${output}`, () => `$ ${command}\n${stdout}`);
    }
    await expect(page).toMatchFileSnapshot(resolve("docs", name));
  },
);
