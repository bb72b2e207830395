import type { HistoryLine } from "../../../client/core/push/state/history.js";

const ABOUT = {
  file: "file:///a.vaultconn.json",
  origin: "https://acme.example",
  tenantName: "Acme",
  id: "ac_1",
  connection: "A",
};

/** A push as the journal is notified of it. */
export const ENTRY = { ...ABOUT, startedAt: 1, properties: ["name"] };

/** A push as the history keeps it. */
export const LINE: HistoryLine = {
  ...ABOUT,
  push: "p",
  time: 0,
  properties: ["name", "setup.token"],
  outcome: "done",
};
