import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useFolder } from "../folder.js";
import { editor } from "../vscode.js";
import { A, ID, openWindow, write } from "./window.js";

useFolder();

describe("the end of a credential", () => {
  const NOW = Date.parse("2026-11-28T12:00:00Z");
  const file = { id: ID, tenant: "acme.example", setup: { type: "BEARER", token: "${secret:TOKEN}" } };
  const tokenEnding = (day: string) => {
    const claims = JSON.stringify({ exp: Date.parse(`${day}T10:00:00Z`) / 1000, sub: "canary-9f2e" });
    return `eyJhbGciOiJub25lIn0.${Buffer.from(claims).toString("base64url")}.`;
  };
  beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is that of the last pushed token, unless the file says another", async () => {
    const { push, secrets, states, uri, kept, setupFiles } = openWindow();
    const endsIn = async () => (await states.of(uri(A))).endsIn;
    const ends: unknown[] = [];
    const pushed = async (written: object, value?: string) => {
      if (value !== undefined) await secrets.store("TOKEN", value);
      await write(A, written);
      await push(A);
      ends.push(await endsIn());
    };
    await pushed(file, tokenEnding("2026-12-10"));
    expect(JSON.stringify(kept.storage)).not.toMatch(/eyJ|canary-9f2e/);
    await pushed({ id: ID, tenant: "acme.example", name: "Connection" });
    await pushed(file, tokenEnding("2027-12-10"));
    await pushed(file, tokenEnding("2026-11-20"));
    await pushed(file, "opaque");
    expect(ends).toEqual([12, 12, undefined, -8, undefined]);
    await write(A, { ...file, expires: "2026-11-28" });
    await expect.poll(endsIn).toBe(0);
    await secrets.store("TOKEN", tokenEnding("2026-12-10"));
    await push(A);
    expect(await endsIn()).toBe(0);
    await write(A, { ...file, expires: "2028-01-01" });
    await expect.poll(endsIn).toBe(undefined);
    await write(A, { ...file, expires: "soon" });
    await expect.poll(endsIn).toBe(12);
    expect(setupFiles.all).toHaveLength(1);
  });

  it("is that of the later push, from this window or by others", async () => {
    const { push, secrets, setupFiles, states, uri, entries } = openWindow();
    const entry = { tenant: "acme.example", id: ID, fingerprint: "f", digest: "d".repeat(43), expires: "2026-12-01" };
    await write(A, file);
    entries.push({ ...entry, updated_at: "2026-01-01T00:00:00.000Z" });
    await setupFiles.build();
    expect((await states.of(uri(A))).endsIn).toBe(3);
    await secrets.store("TOKEN", tokenEnding("2026-12-10"));
    await push(A);
    expect((await states.of(uri(A))).endsIn).toBe(12);
    entries.splice(0, 1, { ...entry, updated_at: "2027-01-01T00:00:00.000Z" });
    expect((await states.of(uri(A))).endsIn).toBe(3);
  });

  it("follows the setting, and the next day", async () => {
    const { states, uri, setupFiles } = openWindow();
    await write(A, { ...file, expires: "2026-12-08" });
    await setupFiles.build();
    const reported: unknown[] = [];
    states.onDidChange(() => void reported.push(states.last(uri(A))?.endsIn));
    states.last(uri(A));
    await expect.poll(() => reported).toEqual([10]);
    for (const days of [9, 0, 10]) {
      editor.settings["vaultconn.expiryWarningDays"] = days;
      editor.configured.fire({ affectsConfiguration: () => true });
      await expect.poll(() => states.last(uri(A))?.endsIn).toBe(days === 10 ? 10 : undefined);
    }
    vi.setSystemTime(NOW + 86_400_000);
    editor.focused.fire({ focused: true });
    await expect.poll(() => states.last(uri(A))?.endsIn).toBe(9);
  });
});
