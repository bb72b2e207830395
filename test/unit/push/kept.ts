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
  push: "p",
  time: 0,
  file: "file:///a.vaultconn.json",
  origin: "https://acme.example",
  tenantName: "Acme",
  id: "ac_1",
  connection: "A",
  properties: ["name", "setup.token"],
  outcome: "done",
};
