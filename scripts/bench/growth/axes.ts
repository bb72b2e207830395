import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { URI } from "vscode-uri";

import { arranged, filtered, NO_FILTER, PLAIN } from "../../../client/core/connections/arrangeConnections.js";
import { RecordList } from "../../../client/core/connections/recordList.js";
import { lockKey, lockText } from "../../../client/core/lock/lockEntries.js";
import { changeLock, readLock } from "../../../client/core/lock/lockStore.js";
import { PushHistory } from "../../../client/core/push/state/history.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { NamedFiles } from "../../../client/extension/editor/setupFileIndex.js";
import { reviewPushes } from "../../../client/extension/push/review.js";
import type { ReviewDocuments } from "../../../client/extension/push/reviewDocuments.js";
import type { Tenant } from "../../../client/core/tenants/tenant.js";
import { agesChart, applicationsChart, filesChart, pushesChart } from "../../../client/extension/overview/charts.js";
import { fileMarks, type FileSources } from "../../../client/extension/sidebar/fileMarks.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { partOf } from "../../../test/unit/partOf.js";
import { checkFiles, validateFiles } from "../../../server/src/library.js";
import { ENTRY, entryOf, LINE, recordFrom } from "../../../test/unit/records.js";
import { checked } from "../../../test/unit/push/checkedPush.js";
import { drawn, record } from "../../../test/unit/sidebar/drawnTree.js";
import { TextStorage } from "../../../test/unit/storage.js";
import type { Axis } from "./axis.js";

const range = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const SETUP = { type: "API_KEY", api_key: "${secret:KEY}", base_url: "https://api.example.com" };

function fileText(id: number, change: object = {}): string {
  const file = { id: `ac_${id}`, tenant: "acme.example.com", name: "Billing", setup: SETUP, ...change };
  return JSON.stringify(file, undefined, 2);
}

/** Checks a text with so many of something in it. */
function inOneFile(what: string, size: number, textOf: (count: number) => string): Axis {
  return {
    name: `check one file of n ${what}`,
    size,
    prepare: (count) => {
      const files = [{ path: "/a.vaultconn.json", text: textOf(count) }];
      return () => checkFiles(files).map(({ problems, inspect }) => [problems, inspect()]);
    },
  };
}

const recordOf = (index: number) =>
  recordFrom({ id: `ac_${index}`, app_id: `APP_${index % 50}`, name: `Connection ${index}`, ready: index % 5 > 0 });
const recordsOf = (count: number) => {
  const records = new RecordList();
  records.add(range(count, recordOf), records);
  return records;
};
const OF = { tenant: { origin: "https://acme.example.com", name: "Acme" } };
const MARKS = {
  origin: OF.tenant.origin,
  stateOf: () => "inSync" as const,
  hasFile: () => true,
  needsAttention: () => false,
  isEnding: () => false,
};
const NOW = Date.parse("2026-06-01T12:00:00.000Z");

function indexOf(count: number): NamedFiles {
  const files = new NamedFiles();
  for (let at = 0; at < count; at++) {
    const file = URI.file(`/${at}.vaultconn.json`);
    files.put(file.toString(), { file, id: `ac_${at}`, tenant: "acme.example.com" });
  }
  return files;
}

/** What the parts do in one process, without a window and without a network. */
export const axes: readonly Axis[] = [
  {
    name: "check n files",
    size: 1000,
    prepare: (count) => {
      const files = range(count, (at) => ({ path: `/${at}.vaultconn.json`, text: fileText(at) }));
      return () => checkFiles(files);
    },
  },
  {
    name: "check n files with the same ID",
    size: 1000,
    prepare: (count) => {
      const files = range(count, (at) => ({ path: `/${at}.vaultconn.json`, text: fileText(1) }));
      return () => checkFiles(files);
    },
  },
  {
    name: "validate n files for an agent",
    size: 1000,
    prepare: (count) => {
      const files = range(count, (at) => ({ path: `/${at}.vaultconn.json`, text: fileText(at) }));
      return () => validateFiles(files);
    },
  },
  inOneFile("unknown properties", 5000, (count) =>
    fileText(1, { setup: { ...SETUP, ...Object.fromEntries(range(count, (at) => [`property_${at}`, "x"])) } }),
  ),
  inOneFile("properties of an open variant", 5000, (count) => {
    const extra = Object.fromEntries(range(count, (at) => [`property_${at}`, "x"]));
    return fileText(1, { setup: { type: "JWT", algorithm: "HS256", secret: "${secret:KEY}", ...extra } });
  }),
  inOneFile("equal properties", 5000, (count) => `{"setup": {${range(count, () => '"type": "API_KEY"').join(", ")}}}`),
  inOneFile("references", 5000, (count) => fileText(1, { name: "${secret:KEY}".repeat(count) })),
  inOneFile("beginnings of references", 5000, (count) => fileText(1, { name: "${".repeat(count) })),
  inOneFile("malformed references", 5000, (count) => fileText(1, { name: "${secret:}".repeat(count) })),
  inOneFile("blanks", 250_000, (count) => " ".repeat(count) + fileText(1)),
  inOneFile("comments", 5000, (count) => "// kept\n".repeat(count) + fileText(1)),
  inOneFile("nested levels", 40, (count) => `{"setup": ${"[".repeat(count)}${"]".repeat(count)}}`),
  inOneFile("open brackets", 5000, (count) => `{"setup": ${"[".repeat(count)}`),
  inOneFile("characters of a key on one line", 50_000, (count) =>
    fileText(1, { setup: { ...SETUP, api_key: `-----BEGIN PRIVATE KEY-----${"\\".repeat(count)}` } }),
  ),
  {
    name: "sort and group n rows",
    size: 5000,
    prepare: (count) => {
      const list = range(count, recordOf);
      return () => {
        const records = new RecordList();
        records.add(list, records);
        return arranged(records, { ...PLAIN, grouped: true }, MARKS, "en");
      };
    },
  },
  {
    name: "filter n rows",
    size: 5000,
    prepare: (count) => {
      const rows = recordsOf(count).sorted("name", "en");
      return () => filtered(rows, { ...NO_FILTER, text: "99" }, MARKS);
    },
  },
  {
    name: "filter n rows whose credential ends soon",
    size: 2500,
    prepare: (count) => {
      const rows = recordsOf(count).sorted("name", "en");
      const fileStates = partOf<FileSources["fileStates"]>({
        last: () => ({ kind: "inSync", remembered: undefined, endsIn: 12 }),
      });
      const session = partOf<Session>({ tenant: partOf({ host: "acme.example.com", ...OF.tenant }) });
      const marks = fileMarks({ setupFiles: indexOf(count) as FileSources["setupFiles"], fileStates }, session);
      return () => filtered(rows, { ...NO_FILTER, ending: true }, marks);
    },
  },
  {
    name: "overview of n rows, files, and pushes",
    size: 5000,
    prepare: (count) => {
      const rows = range(count, recordOf);
      const lines = range(count, (at) => ({ ...LINE, time: NOW - at * 60_000 }));
      const states = range(count, (at) => (at % 2 === 0 ? "changed" : "inSync"));
      return () => [
        applicationsChart(rows, OF),
        agesChart(rows, OF, NOW),
        filesChart(states, 0, OF),
        pushesChart(lines, NOW, "en"),
      ];
    },
  },
  {
    name: "redraw one of n rows",
    size: 2500,
    prepare: async (count) => {
      const tree = await drawn(count);
      let revision = 0;
      return () => {
        tree.apply(record(1, { name: `Connection, revision ${++revision}` }));
        return tree.asks();
      };
    },
  },
  {
    name: "review n pushes",
    size: 500,
    prepare: async (count) => {
      const pushes = await Promise.all(range(count, (at) => checked(`ac_${at}`, { name: `Connection ${at}` })));
      const tenants = [{ name: "Acme", origin: "https://acme.example" } as Tenant];
      return () => reviewPushes(pushes, [], tenants, {} as ReviewDocuments, {});
    },
  },
  { name: "index n setup files", size: 2500, prepare: (count) => () => indexOf(count) },
  {
    name: "find the files of n rows",
    size: 2500,
    prepare: (count) => {
      const files = indexOf(count);
      return () => range(count, (at) => files.filesFor(`ac_${at}`, "acme.example.com"));
    },
  },
  {
    name: "read and update a lock file of n lines",
    size: 2000,
    prepare: async (count) => {
      const folder = await mkdtemp(join(tmpdir(), "vaultconn-growth-"));
      process.once("exit", () => void rm(folder, { recursive: true, force: true }));
      const file = join(folder, "vaultconn.lock.json");
      await writeFile(file, lockText(range(count, (at) => entryOf(at))));
      let revision = 0;
      return async () => {
        await readLock(file);
        const entry = entryOf(1, ++revision);
        await changeLock(file, (entries) => Boolean(entries.set(lockKey(entry), entry)), false);
      };
    },
  },
  {
    name: "add to a history of n pushes",
    size: 100,
    prepare: async (count) => {
      const history = new PushHistory(new TextStorage());
      for (let at = 0; at < count; at++) await history.add({ ...LINE, push: String(at), time: at });
      return () => history.add({ ...LINE, push: "last", time: count });
    },
  },
  {
    name: "begin and end a push beside n",
    size: 25,
    prepare: async (count) => {
      const journal = new PushJournal(new TextStorage());
      for (let at = 0; at < count; at++) await journal.begin({ ...ENTRY, id: `ac_${at}`, startedAt: at });
      return async () => journal.end(await journal.begin({ ...ENTRY, startedAt: count }), "done");
    },
  },
];
