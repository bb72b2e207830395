import type { HistoryLine } from "../../../client/core/push/history.js";

/** A push as the journal is notified of it. */
export const ENTRY = {
  file: "file:///a.vaultconn.json",
  origin: "https://acme.example",
  tenantName: "Acme",
  id: "ac_1",
  connection: "A",
  startedAt: 1,
  properties: ["name"],
};

/** A push as the history keeps it. */
export const LINE: HistoryLine = {
  time: 0,
  origin: "https://acme.example",
  tenantName: "Acme",
  id: "ac_1",
  properties: ["name", "setup.token"],
  outcome: "done",
};
