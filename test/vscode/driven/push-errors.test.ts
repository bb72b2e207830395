import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeEach, describe, expect, it } from "vitest";

import { type Fault } from "../../service/faults/fault.js";
import { type RecordedRequest } from "../../service/http/request-log.js";
import { ContextMenu } from "../drive/context-menu.js";
import { untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-error-a61d");
const FILE = "stripe.vaultconn.json";
const GONE = "sendgrid.vaultconn.json";
const UNWRITABLE = "unwritable.vaultconn.json";
const EMPTY = JSON.stringify({});

/** What goes wrong with an update, and what becomes of it. */
interface Case {
  readonly what: string;
  readonly faults: readonly Fault[];
  readonly sentence: string | RegExp;
  readonly buttons: readonly string[];
  /** How many updates reach the service: one, unless it is certain that the first was not applied. */
  readonly sent: number;
  readonly applied: number;
}

function reply(status: number, message?: string): Fault {
  return { kind: "reply", status, body: message === undefined ? EMPTY : JSON.stringify({ message }) };
}

/** Every status of "Errors", what may stand in between, and connections that break. */
const CASES: readonly Case[] = [
  {
    what: "400 without words",
    faults: [reply(400)],
    sentence: "Acme refused the update (status 400). It does not say which property is meant.",
    buttons: ["Show Log"],
    sent: 1,
    applied: 0,
  },
  {
    what: "400 that quotes the secret",
    faults: [reply(400, `The value ${SECRET} is too short`)],
    sentence: /^Acme refused the update: The value .+ is too short\. It does not say which property is meant\.$/,
    buttons: ["Show Log"],
    sent: 1,
    applied: 0,
  },
  {
    what: "400 with a link",
    faults: [reply(400, "Click [here](command:vaultconn.showLog) now")],
    sentence:
      "Acme refused the update: Click [here] (command:vaultconn.showLog) now. It does not say which property is meant.",
    buttons: ["Show Log"],
    sent: 1,
    applied: 0,
  },
  {
    what: "401",
    faults: [reply(401)],
    sentence: "Acme does not accept the token any more.",
    buttons: ["Sign In"],
    sent: 1,
    applied: 0,
  },
  {
    what: "403",
    faults: [reply(403)],
    sentence: "This token may not update connections: it probably lacks update:flows_vault_connections.",
    buttons: ["Sign In Differently", "Copy Scope"],
    sent: 1,
    applied: 0,
  },
  {
    what: "404",
    faults: [reply(404)],
    sentence: "Acme has no connection Stripe payouts. It was deleted, or belongs to another tenant.",
    buttons: ["Refresh", "Choose Connection"],
    sent: 1,
    applied: 0,
  },
  {
    what: "503 before the update is applied",
    faults: [reply(503)],
    sentence:
      "Acme has a problem of its own (status 503). The push has not taken effect so far: Stripe payouts is unchanged. Looking again for a minute.",
    buttons: ["Check Again", "Push Again", "Show Log"],
    sent: 1,
    applied: 0,
  },
  {
    what: "HTML with 200 after it",
    faults: [
      {
        kind: "reply",
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<html>Sign in</html>",
        applied: true,
      },
    ],
    sentence:
      /^Acme answered with something that is not JSON\. A proxy or a sign-in page may stand in between\. The push probably took effect: Stripe payouts changed just after it\./,
    buttons: ["Show Record", "Push Again", "Show Log"],
    sent: 1,
    applied: 1,
  },
  {
    what: "a truncated answer",
    faults: [{ kind: "truncate", how: "cut" }],
    sentence: /^The answer was lost\. The push probably took effect: /,
    buttons: ["Show Record", "Push Again", "Show Log"],
    sent: 1,
    applied: 1,
  },
  {
    what: "a reset before",
    faults: [{ kind: "silence", how: "reset", when: "before" }],
    sentence:
      "The answer was lost. The push has not taken effect so far: Stripe payouts is unchanged. Looking again for a minute.",
    buttons: ["Check Again", "Push Again", "Show Log"],
    sent: 1,
    applied: 0,
  },
  {
    what: "a reset after",
    faults: [{ kind: "silence", how: "reset", when: "after" }],
    sentence: /^The answer was lost\. The push probably took effect: /,
    buttons: ["Show Record", "Push Again", "Show Log"],
    sent: 1,
    applied: 1,
  },
  {
    what: "a redirect",
    faults: [{ kind: "reply", status: 307, headers: { location: "http://127.0.0.1:9/" }, body: "" }],
    sentence:
      /^127\.0\.0\.1:\d+ points to another address, which was not followed\. Check the tenant's address\. The push has not taken effect so far: Stripe payouts is unchanged\. Looking again for a minute\.$/,
    buttons: ["Check Again", "Push Again", "Show Log"],
    sent: 1,
    applied: 0,
  },
];

describe("a push that fails", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({
    environment: service.environment(),
    workspace: {
      [FILE]: fileText(5),
      [GONE]: fileText(6),
      [`sub/${UNWRITABLE}`]: JSON.stringify({ id: idAt(7), tenant: new URL(service().origin).host, name: "Written" }),
    },
  }));
  beforeEach(async () => {
    service().faults.clear();
    service().requests.clear();
    await session().workbench.notifications.dismissAll();
  });

  const idAt = (index: number): string => service().connections.idAt(index);
  const fileText = (index: number): string =>
    `${JSON.stringify({ id: idAt(index), tenant: new URL(service().origin).host, setup: { type: "BEARER", token: SECRET } }, undefined, 2)}\n`;
  const patches = (filter = {}): readonly RecordedRequest[] => service().requests.all({ method: "PATCH", ...filter });

  /** Answers the review, which must come first. */
  async function confirm(): Promise<void> {
    const { dialog } = session().workbench;
    expect((await dialog.read()).message).toMatch(/^Push “.+” to Acme\?$/);
    expect(patches()).toEqual([]);
    await dialog.press("Push");
  }

  it.each(CASES)(
    "says what $what means, and sends no more than is safe",
    async ({ what, faults, sentence, buttons, sent, applied }) => {
      const { workbench } = session();
      service().faults.add(faults, { operation: "update" });
      await workbench.openFile(FILE);
      await workbench.editor.titleAction("Push Connection…");
      await confirm();
      const { message } = await workbench.notifications.waitFor(sentence);
      if (typeof sentence === "string") expect(message).toBe(sentence);
      expect(await workbench.notifications.links(sentence)).toBe(0);
      expect((await workbench.notifications.buttons(sentence)).sort()).toEqual([...buttons].sort());
      expect(patches()).toHaveLength(sent);
      expect(patches({ applied: true })).toHaveLength(applied);
      expect(await readFile(join(session().workspace, FILE), "utf8")).toBe(fileText(5));
      expect(await workbench.editor.isDirty()).toBe(false);
      if (/^40[034]/.test(what) || what === "a reset after")
        await workbench.screenshot(`push-${what.replaceAll(" ", "-")}`);
    },
  );

  it("shows in the sidebar at once that the token is not accepted, and that the next one is", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Connections");
    const failed = async (): Promise<boolean> => (await tree.rows())[1]?.label === "Sign In";
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForRow("Stripe payouts");
    service().requests.clear();
    service().faults.add(reply(401), { operation: "update" });
    for (const accepted of [false, true]) {
      await workbench.openFile(FILE);
      await workbench.runCommand("Vault Connections: Push");
      await confirm();
      await workbench.notifications.waitFor(
        accepted ? "Pushed. Stripe payouts is ready." : "Acme does not accept the token any more.",
      );
      await untilValue("the sidebar", failed, (shown) => shown !== accepted);
      await workbench.screenshot(`sidebar-${accepted ? "accepted" : "refused"}`);
      await workbench.notifications.dismissAll();
      service().requests.clear();
    }
  });

  it("offers for a rename what it offers for a file, and asks about a change on the service too", async () => {
    const { workbench } = session();
    const { notifications, quickInput, dialog } = workbench;
    const tree = workbench.tree("Connections");
    const beginRename = async (label: string): Promise<void> => {
      await tree.chooseFromMenu(label, "Rename…");
      await quickInput.waitForStep(`Rename ${label}`);
      await quickInput.submit("Payouts");
      expect((await dialog.read()).message).toBe(`Push “${label}” to Acme?`);
    };
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForRow("Stripe payouts");
    const same = CASES.filter(({ what }) => /^(?:40[134]|503)/.test(what));
    expect(same).toHaveLength(4);
    for (const { what, faults, sentence, buttons } of same) {
      service().faults.add(faults, { operation: "update" });
      await beginRename("Stripe payouts");
      await dialog.press("Push");
      await notifications.waitFor(sentence);
      const possible = buttons.filter((button) => button !== "Choose Connection");
      expect([what, (await notifications.buttons(sentence)).sort()]).toEqual([what, possible.sort()]);
      await notifications.dismissAll();
    }
    const other = service().connections.get(idAt(8))?.name ?? "";
    await beginRename(other);
    service().connections.change(idAt(8), { name: "Changed by others" });
    await dialog.press("Push");
    expect((await dialog.read()).message).toContain("Changed by others was changed on the service just now");
    await dialog.cancel();
    expect(service().connections.get(idAt(8))?.name).toBe("Changed by others");
  });

  it("sends nothing of a file that cannot be saved, and keeps what was typed", async () => {
    const { workbench } = session();
    const { editor, notifications } = workbench;
    await workbench.openFile(UNWRITABLE);
    await editor.select("Written");
    await editor.type("Typed");
    // Where its folder was stands something else, as on a disk that has gone.
    await rm(join(session().workspace, "sub"), { recursive: true });
    await writeFile(join(session().workspace, "sub"), "");
    await workbench.runCommand("Vault Connections: Push");
    await notifications.waitFor(
      `${UNWRITABLE} could not be saved, so nothing was sent. What you typed is still in the editor`,
    );
    expect(await editor.text()).toContain("Typed");
    expect(await editor.isDirty()).toBe(true);
    expect(patches()).toEqual([]);
    // Once there is room again, the same command goes on.
    await rm(join(session().workspace, "sub"));
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await notifications.waitFor("Pushed. Typed is ready.");
    expect(await readFile(join(session().workspace, "sub", UNWRITABLE), "utf8")).toContain("Typed");
    expect(patches()).toHaveLength(1);
  });

  it("waits when it is asked to slow down, and sends the update again, since it was not applied", async () => {
    const { workbench } = session();
    // Long enough for a slow machine to see it.
    service().faults.add(
      { kind: "reply", status: 429, headers: { "retry-after": "20" }, body: EMPTY },
      { operation: "update" },
    );
    await workbench.openFile(FILE);
    await workbench.editor.press("ControlOrMeta+Home");
    await new ContextMenu(workbench.page).openAndChoose("Push Connection…", () => workbench.editor.press("Shift+F10"));
    await confirm();
    await workbench.notifications.waitFor(/Acme asks to slow down\. Going on in (1?\d|20) s\./);
    await workbench.screenshot("slow-down");
    await workbench.notifications.waitFor("Pushed. Stripe payouts is ready.");
    const sent = patches();
    expect(sent.map(({ status }) => status)).toEqual([429, 200]);
    expect(sent[0]?.body.equals(sent[1]?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it("finds out before it sends that the connection is gone, and pushes from the explorer too", async () => {
    const { workbench } = session();
    service().connections.remove(idAt(6));
    await workbench.openViewContainer("Explorer");
    const row = workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: GONE });
    await new ContextMenu(workbench.page).openAndChoose("Push Connection…", (timeout) =>
      row.click({ button: "right", timeout }),
    );
    await workbench.notifications.waitFor(
      /^Acme has no connection .+\. It was deleted, or belongs to another tenant\. Nothing was sent\.$/,
    );
    expect(await workbench.dialog.isOpen()).toBe(false);
    expect(patches()).toEqual([]);
  });

  it("can be cancelled while it waits, of which sidebar and next push tell as long as it lasts", async () => {
    const { workbench } = session();
    const { notifications, editor } = workbench;
    const WAIT = /Acme asks to slow down\. Going on in \d+ s\./;
    const cancelWait = async (): Promise<void> => {
      await notifications.press(WAIT, "Cancel");
      await notifications.waitUntilGone(WAIT);
    };
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    await tree.waitForRow("Stripe payouts");
    // As long as it is waited for at most. A slow machine may be told once more, when that is over.
    const slowDown: Fault = { kind: "reply", status: 429, headers: { "retry-after": "60" }, body: EMPTY };
    service().faults.add(slowDown, { operation: "update", times: "always" });
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await cancelWait();
    expect(patches({ applied: true })).toHaveLength(0);

    const [first] = patches();
    const askedMeanwhile = () =>
      service()
        .requests.all()
        .filter(({ number, time }) => first && number > first.number && time < first.time + 60_000);
    expect(first).toBeDefined();
    service().faults.add(slowDown, { operation: "list", times: "always" });
    await tree.titleAction("Refresh");
    await notifications.waitFor(/^Acme asks to slow down\. Going on in \d+ s\.$/);
    await cancelWait();
    await tree.waitForRow("Stripe payouts");
    expect(askedMeanwhile()).toEqual([]);
    // The next push is told of it too, and can be cancelled before it asks anything.
    await editor.titleAction("Push Connection…");
    await cancelWait();
    expect(askedMeanwhile()).toEqual([]);
  });
});
