import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";

import { sourcesFor } from "../../../client/extension/secrets/valueSources.js";
import { handlersFor } from "../../../client/extension/language/serverRequests.js";
import { type NamesParams, NamesRequest } from "../../../server/protocol/messages.js";
import { findAvailability } from "../../../client/core/secrets/availability.js";
import { useFolder } from "../folder.js";
import { partOf } from "../partOf.js";
import { editor, vscode } from "../vscode.js";

const folder = useFolder();

afterEach(() => {
  vi.unstubAllEnvs();
  editor.settings = {};
});

it.each<["env" | "secret", string, string | undefined]>([
  ["secret", "crm_key", "${secret:CRM.KEY}"],
  ["env", "Crm-Key", "${env:CRM_KEY}"],
  ["env", "of_File", "${env:OF_FILE}"],
  ["secret", "OF_FILE", "${env:OF_FILE}"],
  ["env", "crmKey", "${env:CRM_KEY}"],
  ["env", "blank_one", undefined],
  ["env", "unclear_one", undefined],
  ["secret", "CRM_KEY_2", undefined],
])("names the reference that %s:%s may mean", async (kind, name, named) => {
  await writeFile(join(folder(), ".env"), "OF_FILE=v\nUNCLEAR_ONE=a#b\n");
  editor.settings = { "vaultconn.envFile": ".env" };
  vi.stubEnv("CRM_KEY", "v");
  vi.stubEnv("BLANK_ONE", " ");
  const secrets = { names: ["CRM.KEY"], get: () => Promise.resolve(undefined) };
  const sources = await sourcesFor(vscode.Uri.file(join(folder(), "a.vaultconn.json")), secrets);
  const [found] = await findAvailability([{ kind, name, property: ["setup", "token"] }], sources);
  expect(/Did you mean (\S+), which has a value\?$/.exec(found?.reason ?? "")?.[1]).toBe(named);
});

const ABSENT = (setting: string) =>
  `The environment variable IN_FILE isn't set where VS Code was started. The file ${setting} in the setting vaultconn.envFile doesn't exist.`;
const NOT_A_FILE = (setting: string) => `IN_FILE can't be read from ${setting}. ${setting} isn't a file.`;
const OUTSIDE = (setting: string) =>
  `IN_FILE can't be read from ${setting}. The file ${setting} wasn't read because it's outside the workspace folder.`;
const ELSEWHERE = (setting: string) =>
  `IN_FILE can't be read from ${setting}. In the setting vaultconn.envFile, write the path relative to the workspace folder, or begin it with \${workspaceFolder}.`;

it.each([
  ["${workspaceFolder}/.env", undefined],
  ["${workspaceRoot}\\.env", undefined],
  ["${workspaceFolder}/gone.env", ABSENT],
  ["gone.env", ABSENT],
  ["folder", NOT_A_FILE],
  ["../.env", OUTSIDE],
  ["~/.env", ELSEWHERE],
  ["/etc/passwd", ELSEWHERE],
  ["C:\\secrets\\.env", ELSEWHERE],
  ["${userHome}/.env", ELSEWHERE],
])("says why no variable is found with a setting of %s", async (setting, reason) => {
  await writeFile(join(folder(), ".env"), "IN_FILE=v\n");
  await mkdir(join(folder(), "folder"));
  editor.settings = { "vaultconn.envFile": setting };
  const uri = vscode.Uri.file(join(folder(), "a.vaultconn.json"));
  const sources = await sourcesFor(uri, { names: [], get: () => Promise.resolve(undefined) });
  const [found] = await findAvailability([{ kind: "env", name: "IN_FILE", property: ["name"] }], sources);
  expect(found?.reason).toBe(reason?.(setting));
  // The language server says the same of it in the editor.
  const names = handlersFor(partOf<Parameters<typeof handlersFor>[0]>({}))[NamesRequest.method];
  const params: NamesParams = { kind: "env", uri: uri.toString(), among: ["IN_FILE"] };
  expect(await names?.(params as never)).toEqual(
    reason ? { names: [], problem: reason(setting).replace(/^.*?\. /, "") } : { names: ["IN_FILE"] },
  );
});
