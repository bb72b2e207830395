import * as l10n from "@vscode/l10n";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { translations } from "../../../scripts/l10n/bundles.js";
import { setLocale } from "../../../client/core/text/locale.js";
import type { CheckedPush, PushResult, Views } from "../../../client/core/push/pushTypes.js";
import { reviewPushes } from "../../../client/extension/push/review.js";
import type { ReviewDocuments } from "../../../client/extension/push/reviewDocuments.js";
import type { Tenant } from "../../../client/core/tenants/tenant.js";
import { editor } from "../vscode.js";
import { CANARY, checked } from "./checkedPush.js";

const TENANTS = ["acme", "globex"].map((name) => ({ name, origin: `https://${name}.example` }) as Tenant);

/** The question about pushes, and what comes of each answer. @returns the lines of the dialog, and the same as paragraphs. */
async function review(
  pushes: readonly CheckedPush[],
  left: readonly PushResult[] = [],
  answers: readonly string[] = [],
  tenants: readonly Tenant[] = TENANTS,
) {
  const presses = [...answers];
  editor.press = () => presses.shift();
  const compared: unknown[] = [];
  const documents = {
    compareUntilClosed: (...given: readonly unknown[]) => Promise.resolve(void compared.push(given)),
  } as ReviewDocuments;
  const agreed = await reviewPushes(pushes, left, tenants, documents, {});
  const [question, { detail }] = editor.messages.at(-1) as [string, { readonly detail: string }];
  const lines = detail.split("\n");
  return { agreed, compared, question, lines, text: lines.join(" ") };
}

const KEY = { type: "API_KEY", api_key: "x${env:KEY}" };
const REPLACED = "The current setup can't be read back.";

/** How wide a text is drawn, counted in another way than the product does: what is no Latin text takes two columns. */
const drawn = (text: string): number => [...text].length + (text.match(/[^\u0000-\u2fff]/gu)?.length ?? 0);

describe("the review of up to five pushes", () => {
  it("shows for each connection what the review of one shows", async () => {
    const pushes = [
      await checked("ac_1", { name: "New name" }),
      await checked("ac_2", { setup: KEY }),
      await checked("ac_3", { name: "${env:KEY}", setup: KEY }, { before: { ready: false } }),
    ];
    const { question, text } = await review(pushes);
    expect(question).toBe("Push 3 files to acme?");
    expect(text).toBe(
      [
        "⚠ Billing hook: The connection changed on the service.",
        "⚠ Billing hook: The name comes from a reference. Everyone who can list connections can see it.",
        "",
        "• Billing hook (ac_1): name: “New name”",
        "• Billing hook (ac_2): setup, API key: type, api_key (from env KEY)",
        "• Billing hook (ac_3): name: “${env:KEY}”; setup, API key: type, api_key (from env KEY)",
        `2 of 3: ${REPLACED}`,
      ].join(" "),
    );
    for (const push of pushes) {
      const one = await review([push]);
      for (const change of push.plan.changes) expect(one.text).toContain(`• ${change}`);
    }
    expect(JSON.stringify(editor.messages)).not.toContain(CANARY);
  });

  it("names what the service may keep, tenants, and properties that are left out", async () => {
    const partial = { type: "BASIC_AUTH", username: "${env:KEY}" };
    const pushes = [
      await checked("ac_1", { setup: partial }),
      await checked("ac_2", { name: "N" }, { origin: "https://globex.example" }),
    ];
    const left = [{ target: { file: "file:///gone.vaultconn.json" }, outcome: { kind: "gone" } }] as PushResult[];
    const { question, text, lines } = await review(pushes, left);
    expect(question).toBe("Push 2 files to acme, globex?");
    expect(text).toContain(
      "⚠ Billing hook: left out: password (the interface doesn't specify whether the service keeps or removes it",
    );
    expect(text).toContain("• Billing hook (ac_2), Globex: name: “N”");
    expect(lines.slice(-2)).toEqual(["", "Left out: not sent, the connection doesn't exist (gone.vaultconn.json)"]);
  });

  it("says if a value goes to a production tenant and another one", async () => {
    const globex = { origin: "https://globex.example", name: "Globex hook" };
    const pushes = [
      await checked("ac_1", { setup: KEY }),
      await checked("ac_2", { setup: { type: "BEARER", token: "x${env:KEY}" } }, globex),
      await checked("ac_3", { setup: { type: "BEARER", token: "another" } }, globex),
    ];
    const production = TENANTS.map((tenant, at) => ({ ...tenant, production: at === 0 }));
    const said = "The same value goes to a production tenant and another one.";
    const { compared, text } = await review(pushes, [], ["Show Changes"], production);
    expect(text).toContain(`⚠ 2 of 3: ${said}`);
    const [[views]] = compared as [[readonly { readonly views: Views }[]]];
    const named = views.map(({ views: { after } }) => /one of the two is production\. See (\S+)\.\n/.exec(after)?.[1]);
    expect(named).toEqual(["ac_2.vaultconn.json", "ac_1.vaultconn.json", undefined]);
    expect((await review(pushes)).text).not.toContain(said);
    expect((await review(pushes.slice(1), [], [], production)).text).not.toContain(said);
  });

  it("cuts what doesn't fit, and compares each connection below its warnings", async () => {
    const long = await checked("ac_1", { name: "${env:KEY}", setup: many(200) });
    const { compared, text } = await review([long], [], ["Show Changes"]);
    expect(text).toMatch(/ \S+…\s.*Show Changes has the full text for each file\.$/);
    const [[[{ views }], title]] = compared as [[[{ readonly views: Views }], string]];
    expect(title).toBe("Push “Billing hook” to Acme?");
    expect(views.before).toBe(long.plan.views.before);
    const warnings = long.plan.warnings.map((warning) => `// ⚠ ${warning.text}\n`);
    expect(warnings.length).toBeGreaterThan(0);
    expect(views.after).toBe(warnings.join("") + long.plan.views.after);
  });

  it("offers Push first, and Show Changes first if there are warnings", async () => {
    const buttons = async (file: object): Promise<unknown> => {
      await review([await checked("ac_1", file)]);
      return editor.messages.at(-1)?.slice(2);
    };
    expect(await buttons({ setup: KEY })).toEqual(["Push", "Show Changes"]);
    expect(await buttons({ setup: { type: "BEARER", token: "${env:PADDED}" } })).toEqual(["Show Changes", "Push"]);
  });

  it("names its rotation, and production tenants unless their names do", async () => {
    const push = await checked("ac_1", { setup: KEY });
    const rotated = { ...push, request: { ...push.request, rotation: { id: "1", names: ["KEY"] } } };
    const tenants = [{ name: "Acme", origin: "https://acme.example", production: true }] as Tenant[];
    const { question, lines } = await review([rotated], [], [], tenants);
    expect(question).toBe("Push “Billing hook” to Acme (production)?");
    expect(lines).toContain("Rotation of KEY");
    const named = { ...push, target: { ...push.target, tenantName: "Acme Production" } };
    expect((await review([named], [], [], tenants)).question).toBe("Push “Billing hook” to Acme Production?");
  });
});

/** A setup of a variant that takes any field, with so many. */
function many(count: number): object {
  const fields = Array.from({ length: count }, (_, at) => [`field_${at}`, "${env:KEY}"]);
  return { type: "JWT", algorithm: "HS256", ...(Object.fromEntries(fields) as Record<string, string>) };
}

describe("the review of more than five pushes", () => {
  it("counts files by tenant and by what they send, and lists each warning once", async () => {
    const globex = { origin: "https://globex.example" };
    const pushes = [
      ...(await Promise.all([1, 2, 3].map((at) => checked(`ac_${at}`, { setup: KEY }, { name: `Setup ${at}` })))),
      await checked("ac_4", { name: "N" }, { name: "Name", before: { ready: false } }),
      await checked("ac_5", { name: "N", setup: KEY }, { name: "Both", before: { name: "Before" } }),
      await checked("ac_6", { setup: { type: "BEARER", token: "${env:PADDED}" } }, { ...globex, name: "Padded" }),
      await checked("ac_7", { name: "N" }, { ...globex, name: "Not found", isRead: false }),
    ];
    const left = ["gone", "gone", "busy"].map((kind) => ({ target: { file: "file:///x" }, outcome: { kind } }));
    const tenants = TENANTS.map((tenant, at) => ({ ...tenant, production: at === 1 }));
    const { question, text } = await review(pushes, left as PushResult[], [], tenants);
    expect(question).toBe("Push 7 files to globex (production), acme?");
    expect(text).toBe(
      [
        "⚠ 2 of 7: The connection changed on the service.",
        "⚠ Padded: A value begins or ends with whitespace, which is also sent; remove it.",
        "⚠ Not found: The connection's current state is unknown, so the outcome can't be verified if the response is lost.",
        "",
        "• globex (production), 2 files: name (1), setup (1)",
        "• acme, 5 files: name (1), setup (3), name and setup (1)",
        "Connections: Setup 1 (Acme), Setup 2 (Acme), Setup 3 (Acme), Name → N (Acme), Both → N (Acme), 2 more",
        `5 of 7: ${REPLACED}`,
        "",
        "Left out: not sent, the connection doesn't exist (x, x); not sent, another push was in progress (x)",
      ].join(" "),
    );
  });
});

describe.each(["en", "de", "ja"])("the dialog of a review in %s", (language) => {
  beforeAll(async () => {
    const parts =
      language === "en" ? [] : await Promise.all(["client", "schemas"].map((part) => translations(part, language)));
    l10n.config({ contents: Object.assign({}, ...parts) as Record<string, string> });
    setLocale(language);
  });
  afterAll(() => {
    l10n.config({ contents: {} });
    setLocale("en");
  });

  const NAMES = {
    short: "Billing hook",
    long: "Salesforce of the branch in Düsseldorf ".repeat(5),
    unbroken: "W".repeat(150),
    wide: "請求書の接続".repeat(25),
  };
  const cases = [1, 5, 6, 200].flatMap((count) => Object.keys(NAMES).map((name) => [count, name] as const));

  it.each(cases)("has at most 15 lines of 80 columns for %i files with %s names", async (count, kind) => {
    const name = NAMES[kind as keyof typeof NAMES];
    const tenants = Array.from({ length: 7 }, (_, at) => ({
      name: `${name} ${at}`,
      origin: `https://${"t".repeat(60)}${at}.example`,
      production: at % 2 === 0,
    })) as Tenant[];
    const pushes = await Promise.all(
      Array.from({ length: count }, (_, at) => {
        const { origin = "", name: tenantName = "" } = tenants[at % tenants.length] ?? {};
        const setup = { ...many(at % 3 === 0 ? 40 : 1), padded: "${env:PADDED}" };
        const about = { origin, tenantName, name: `${at} ${name}`, before: { name: "x" }, isRead: at % 2 === 0 };
        return checked(`ac_${at}${"i".repeat(20)}`, { name: "${env:KEY}", ...(at % 4 !== 3 && { setup }) }, about);
      }),
    );
    const kinds = ["gone", "notSaved", "busy", "cancelled", "notChosen"];
    const left = Array.from({ length: count === 1 ? 0 : count }, (_, at) => ({
      target: { file: `file:///${name}.vaultconn.json` },
      outcome: { kind: kinds[at % kinds.length] },
    }));
    const { question, lines } = await review(pushes, left as PushResult[], [], tenants);
    // The dialog breaks lines.
    const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(drawn(line) / 80)), 1);
    expect(height).toBeLessThanOrEqual(15);
    expect(drawn(question)).toBeLessThanOrEqual(80);
    expect(question).toMatch(/\?$/);
    // What a user agrees to is there however much else there is to say.
    const text = lines.join("");
    if (count <= 5) for (const { target } of pushes) expect(text).toContain(target.connection.slice(0, 14).trim());
  });
});
