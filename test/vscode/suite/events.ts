/** What the suite inside the extension host tells the process that started it: one JSON object per line of a file. */
export type SuiteEvent =
  | { readonly kind: "begin"; readonly title: string }
  | { readonly kind: "pass"; readonly title: string; readonly milliseconds: number }
  | { readonly kind: "fail"; readonly title: string; readonly error: string }
  | { readonly kind: "end" };

/** The environment variable of the extension host that names the file the events go to. */
export const EVENTS_VARIABLE = "VAULTCONN_TEST_EVENTS";
