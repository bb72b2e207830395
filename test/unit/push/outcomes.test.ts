import { describe, expect, it } from "vitest";
import { messageFor, describeOutcome } from "../../../client/core/push/outcomes.js";
import type { Outcome } from "../../../client/core/push/outcome.js";
import { isPossible, offerTitle, type Offer } from "../../../client/core/push/offers.js";
import {
  CancelledError,
  CertificateError,
  NetworkError,
  ReplyError,
  StatusError,
  TimeoutError,
  type ServiceError,
} from "../../../client/core/service/errors/errors.js";
import { recordFrom } from "../service/records.js";

const NOW = Date.parse("2026-02-01T00:05:00.000Z");
const CONTEXT = { tenant: "Acme", connection: "Salesforce", file: "stripe.vaultconn.json", now: NOW };
const failure = (sent: "no" | "maybe") => ({ operation: "update", host: "acme.example.com", sent }) as const;
const record = recordFrom({ name: "Salesforce", updated_at: "2026-02-01T00:00:00.000Z" });
const page = 0;
const cause = undefined;
/** A look at the record that failed. */
const LOOK = { operation: "list", host: "acme.example.com", sent: "no" } as const;

const CASES: readonly (readonly [Outcome, string, readonly Offer[]])[] = [
  [{ kind: "done", record, page }, "Pushed. Salesforce is ready.", ["showRecord"]],
  [{ kind: "done", record: { ...record, ready: false }, page }, "Pushed. Salesforce is not ready.", ["showRecord"]],
  [
    {
      kind: "refused",
      error: new StatusError("bad-request", 400, failure("no"), "domain must be a host name", "setup.domain"),
    },
    "Acme refused the update: domain must be a host name.",
    ["showInFile", "showLog"],
  ],
  [
    { kind: "refused", error: new StatusError("unauthorized", 401, failure("no")) },
    "Acme does not accept the token any more.",
    ["signIn"],
  ],
  [
    { kind: "refused", error: new StatusError("forbidden", 403, failure("no")) },
    "This token may not update connections: it probably lacks update:flows_vault_connections.",
    ["signInDifferently", "copyScope"],
  ],
  [
    { kind: "refused", error: new StatusError("not-found", 404, failure("no")) },
    "Acme has no connection Salesforce. It was deleted, or belongs to another tenant.",
    ["refresh", "chooseConnection"],
  ],
  [
    { kind: "refused", error: new StatusError("rate-limited", 429, failure("no")) },
    "Acme still asks to slow down. Try again in a minute. The update was not applied.",
    ["pushAgain", "showLog"],
  ],
  [
    { kind: "refused", error: new NetworkError("name-not-found", failure("no")) },
    "acme.example.com cannot be reached: the name was not found. Nothing was sent. If your network needs a proxy, set http.proxy: PAC files and the system's proxy settings aren't used.",
    ["pushAgain", "showLog", "proxySettings"],
  ],
  [
    { kind: "refused", error: new CertificateError("untrusted", failure("no")) },
    "acme.example.com shows a certificate that this machine does not trust. Add the authority that issued it to the system's, or name it in NODE_EXTRA_CA_CERTS. Nothing was sent.",
    ["pushAgain", "showLog"],
  ],
  [
    { kind: "unreadable", error: new NetworkError("refused", { ...failure("no"), operation: "list" }) },
    "acme.example.com cannot be reached: it refused the connection. Check the tenant's address and its port, or try again later. If your network needs a proxy, set http.proxy: PAC files and the system's proxy settings aren't used. Nothing was sent.",
    ["retry", "showLog"],
  ],
  [
    { kind: "unreadable", error: new StatusError("unauthorized", 401, { ...failure("no"), operation: "list" }) },
    "Acme does not accept the token any more. Nothing was sent.",
    ["signIn"],
  ],
  [
    { kind: "applied", record, page, cause },
    "The answer was lost. The push took effect all the same: Salesforce has the new name.",
    ["showRecord"],
  ],
  [
    { kind: "probablyApplied", record, page, cause },
    "The answer was lost. The push probably took effect: Salesforce changed just after it. Someone else's change would look the same.",
    ["showRecord", "pushAgain", "showLog"],
  ],
  [
    { kind: "notApplied", record, page, cause },
    "The answer was lost. The push did not take effect: Salesforce is unchanged.",
    ["pushAgain", "showLog"],
  ],
  [
    { kind: "unknown", why: "unreadable", cause },
    "The answer was lost. Whether the push took effect is not known: Salesforce could not be read again.",
    ["checkAgain", "pushAgain", "showLog"],
  ],
  [
    { kind: "unknown", why: "stopped", cause },
    "The answer was lost. Whether the push took effect is not known: the check was cancelled.",
    ["checkAgain", "pushAgain", "showLog"],
  ],
  [
    { kind: "unknown", why: "notFound", cause },
    "The answer was lost. Whether the push took effect is not known: Salesforce was not found in the list.",
    ["checkAgain", "pushAgain", "showLog"],
  ],
  [
    {
      kind: "drifted",
      record,
      drift: {
        kind: "changed",
        at: record.updated_at,
        changes: [{ what: "ready", before: false, after: true }],
      },
    },
    "Salesforce was changed on the service 5 minutes ago. It was not ready and is ready now. Nothing was sent.",
    [],
  ],
  [
    { kind: "preflightFailure", failure: "lacks-update-scope" },
    "This token may not update connections: it lacks update:flows_vault_connections. Nothing was sent.",
    ["signInDifferently", "copyScope"],
  ],
  [
    { kind: "preflightFailure", failure: "expired" },
    "The access token for Acme has expired. Nothing was sent.",
    ["signIn"],
  ],
  [
    { kind: "gone" },
    "Acme has no connection Salesforce. It was deleted, or belongs to another tenant. Nothing was sent.",
    ["refresh", "chooseConnection"],
  ],
  [
    { kind: "notSaved" },
    "stripe.vaultconn.json could not be saved, so nothing was sent. What you typed is still in the editor: save it elsewhere, or make room, then push again.",
    ["showInFile"],
  ],
  [
    { kind: "pending", why: "unchanged", cause },
    "The answer was lost. The push has not taken effect so far: Salesforce is unchanged. Looking again for a minute.",
    ["checkAgain", "pushAgain", "showLog"],
  ],
  [
    { kind: "unknown", why: "changedByOthers", cause },
    "The answer was lost. Whether the push took effect is not known: someone else changed Salesforce, before or after this push.",
    ["checkAgain", "pushAgain", "showLog"],
  ],
  [
    { kind: "unknown", why: "signedOut", cause },
    "The answer was lost. Whether the push to Salesforce took effect is not known: you are not signed in to Acme.",
    ["signIn", "checkAgain"],
  ],
  [
    { kind: "unknown", why: "unreadable", cause, error: new StatusError("unauthorized", 401, LOOK) },
    "The answer was lost. Whether the push took effect is not known: Salesforce could not be read again. Acme does not accept the token any more.",
    ["signIn", "checkAgain", "showLog"],
  ],
  [
    { kind: "pending", why: "unreadable", cause, error: new StatusError("forbidden", 403, LOOK) },
    "The answer was lost. Whether the push took effect is not known: Salesforce could not be read again. This token may not list connections: it probably lacks read:flows_vault_connections. Looking again for a minute.",
    ["signInDifferently", "checkAgain", "showLog"],
  ],
  [
    { kind: "refused", error: new StatusError("bad-request", 400, failure("no"), "no") },
    "Acme refused the update: no. It does not say which property is meant.",
    ["showLog"],
  ],
  [{ kind: "busy" }, "A push to Salesforce is in progress in this or another window. Wait until it has ended.", []],
  [{ kind: "cancelled" }, "", []],
  [
    {
      kind: "unresolved",
      problems: [
        {
          reference: { kind: "env", name: "KEY" },
          property: ["setup", "token"],
          text: "KEY is not set in the environment VS Code was started from.",
          next: "storeSecret",
        },
      ],
    },
    "KEY is not set in the environment VS Code was started from. Nothing was sent.",
    ["storeSecret", "showInFile"],
  ],
];

describe("what is said of an outcome", () => {
  it.each(CASES)("%#: $kind", (outcome, text, offers) => {
    const said = messageFor(outcome, CONTEXT);
    expect([said.text, said.offers]).toEqual([text, offers]);
    for (const offer of offers) expect(offerTitle(offer)).toMatch(/^[A-Z]/);
  });

  it.each<[ServiceError, string]>([
    [
      new StatusError("server", 502, failure("maybe"), "bad gateway"),
      "Acme has a problem of its own (status 502): bad gateway.",
    ],
    [
      new ReplyError("not-json", 200, failure("maybe")),
      "Acme answered with something that is not JSON. A proxy or a sign-in page may stand in between.",
    ],
    [
      new ReplyError("redirected", 307, failure("maybe")),
      "acme.example.com points to another address, which was not followed. Check the tenant's address.",
    ],
    [new NetworkError("reset", failure("maybe")), "The answer was lost."],
    [new TimeoutError("headers", failure("maybe")), "The answer was lost."],
    [new CancelledError(failure("maybe")), "You stopped waiting."],
  ])("says what came instead of an answer: %s", (cause, instead) => {
    const texts = [
      messageFor({ kind: "applied", record, page, cause }, CONTEXT).text,
      messageFor({ kind: "probablyApplied", record, page, cause }, CONTEXT).text,
      messageFor({ kind: "notApplied", record, page, cause }, CONTEXT).text,
      messageFor({ kind: "unknown", why: "notFound", cause }, CONTEXT).text,
    ];
    for (const text of texts) expect(text.startsWith(`${instead} `)).toBe(true);
    expect(new Set(texts.map((text) => text.slice(instead.length + 1))).size).toBe(4);
  });

  it("says why nothing is known", () => {
    const error = new StatusError("server", 500, { ...failure("no"), operation: "list" });
    const { text, offers } = messageFor({ kind: "unknown", why: "unreadable", cause, error }, CONTEXT);
    expect(text).toBe(
      "The answer was lost. Whether the push took effect is not known: Salesforce could not be read again. Acme has a problem of its own (status 500).",
    );
    expect(offers).toEqual(["checkAgain", "pushAgain", "showLog"]);
  });

  it("says how many more references have no value", () => {
    const problem = { reference: undefined, property: [], text: "One.", next: "showInFile" } as const;
    expect(messageFor({ kind: "unresolved", problems: [problem, problem] }, CONTEXT).text).toBe(
      "One. There is 1 more problem of this kind. Nothing was sent.",
    );
    expect(messageFor({ kind: "unresolved", problems: [problem, problem, problem] }, CONTEXT).text).toContain(
      "There are 2 more problems",
    );
  });

  it("offers the proxy settings where the network is at fault", () => {
    const error = new NetworkError("unreachable", LOOK);
    for (const outcome of [
      { kind: "refused", error },
      { kind: "pending", why: "unreadable", cause, error },
      { kind: "unknown", why: "unreadable", cause, error },
    ] as const)
      expect(messageFor(outcome, CONTEXT).offers.map(offerTitle).at(-1)).toBe("Proxy Settings");
  });

  it("shows names as plain text", () => {
    const { text } = messageFor({ kind: "gone" }, { ...CONTEXT, tenant: "A\n\u202ex", connection: "[c](command:d)" });
    expect(text).not.toMatch(/[\n\u202e]|\]\(/);
  });

  it("offers nothing about a file where there is none", () => {
    const offers: readonly Offer[] = ["showInFile", "chooseConnection", "storeSecret", "signIn", "pushAgain"];
    expect(offers.filter((offer) => isPossible(offer, { file: "" }))).toEqual(["signIn", "pushAgain"]);
    expect(offers.filter((offer) => isPossible(offer, { file: "file:///a" }))).toEqual(offers);
  });

  it("has words of its own for every kind", () => {
    const words = CASES.map(([outcome]) => [outcome.kind, describeOutcome(outcome.kind)] as const);
    expect(new Set(words.map(([, text]) => text)).size).toBe(new Set(words.map(([kind]) => kind)).size);
  });
});
