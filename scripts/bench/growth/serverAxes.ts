import { readFile } from "node:fs/promises";

import { type Options, PULLING, Session } from "../../../test/protocol/session.js";
import type { Axis } from "./axis.js";

const PUSHED: Options = { capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } } };
const PULLED: Options = { capabilities: PULLING };
const NOT_LINUX = NaN;
/** What the system counts processor time in. */
const TICK_MS = 10;

const uriOf = (index: number): string => `file:///growth/${index}.vaultconn.json`;

function fileText(id: number): string {
  const setup = { type: "API_KEY", api_key: "${secret:KEY}", base_url: "https://api.example.com" };
  return JSON.stringify({ id: `ac_${id}`, tenant: "acme.example.com", name: "Billing", setup }, undefined, 2);
}

/** @param idOf the ID in each file. @param then what's done once all are open */
function opening(
  name: string,
  options: Options,
  size: number,
  idOf: (index: number) => number,
  then?: (session: Session, count: number) => Promise<unknown>,
): Axis<() => Promise<number>> {
  const prepare = (count: number) => async (): Promise<number> => {
    await using session = await Session.start(options);
    for (let at = 0; at < count; at++) await session.open(uriOf(at), fileText(idOf(at)));
    // The server answers in order, so that all are open then.
    const askForAll = () => session.request("workspace/symbol", { query: "ac_0" });
    await askForAll();
    if (!then) return await timeOf(session);
    const before = await timeOf(session);
    await then(session, count);
    return (await timeOf(session)) - before;
  };
  return { name, size, prepare };
}

const KEY = { line: 6, character: 28 };

/** What the built language server does with n files: the processor time of its process, in milliseconds. */
export const serverAxes: readonly Axis<() => Promise<number>>[] = [
  opening("language server: open n files", PUSHED, 500, (at) => at),
  opening("language server: open n files with the same ID", PUSHED, 500, () => 1),
  opening(
    "language server: open n files with the same ID, problems asked for",
    PULLED,
    500,
    () => 1,
    (session, count) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          session.request("textDocument/diagnostic", { textDocument: { uri: uriOf(at) } }),
        ),
      ),
  ),
  opening(
    "language server: change n files at once",
    PUSHED,
    500,
    (at) => at,
    async (session, count) => {
      for (let at = 0; at < count; at++) await session.change(uriOf(at), fileText(at + 1));
      await session.request("workspace/symbol", { query: "ac_0" });
    },
  ),
  opening(
    "language server: close n files",
    PUSHED,
    500,
    (at) => at,
    async (session, count) => {
      for (let at = 0; at < count; at++) await session.close(uriOf(at));
      await session.request("workspace/symbol", { query: "ac_0" });
    },
  ),
  opening(
    "language server: find n uses of a name",
    PUSHED,
    500,
    (at) => at,
    async (session) => {
      const params = { textDocument: { uri: uriOf(0) }, position: KEY, context: { includeDeclaration: true } };
      for (let times = 0; times < 10; times++) await session.request("textDocument/references", params);
    },
  ),
  opening(
    "language server: rename a name with n uses",
    PUSHED,
    500,
    (at) => at,
    async (session) => {
      const params = { textDocument: { uri: uriOf(0) }, position: KEY, newName: "OTHER" };
      for (let times = 0; times < 10; times++) await session.request("textDocument/rename", params);
    },
  ),
];

/** The processor time of a server's process so far; on systems other than Linux, it isn't known. */
async function timeOf({ process }: Session): Promise<number> {
  const stat = await readFile(`/proc/${String(process.pid)}/stat`, "utf8").catch(() => undefined);
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13) ?? [];
  return stat === undefined ? NOT_LINUX : (Number(user) + Number(system)) * TICK_MS;
}
