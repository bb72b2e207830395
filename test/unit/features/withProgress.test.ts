import type { Connection } from "vscode-languageserver";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withProgress } from "../../../server/src/features/diagnostics.js";

const showing = true;

/** A connection to an editor that notes what it is asked to show, or refuses to. */
function editor(refuses = false): { readonly connection: Connection; readonly shown: string[] } {
  const shown: string[] = [];
  const createWorkDoneProgress = () => {
    shown.push("create");
    if (refuses) return Promise.reject(new Error("no"));
    return Promise.resolve({ begin: (title: string) => shown.push(`begin: ${title}`), done: () => shown.push("done") });
  };
  const connection: object = { window: { createWorkDoneProgress } };
  return { connection: connection as Connection, shown };
}

/** Work that ends after so many milliseconds, and fails if told to. */
async function work(milliseconds: number, fails = false): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (fails) throw new Error("unreadable");
}

describe("the progress of reading files", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is shown if that takes longer than a second, until it ends", async () => {
    const { connection, shown } = editor();
    const done = withProgress(connection, showing, work(3000));
    await vi.advanceTimersByTimeAsync(999);
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(shown).toEqual(["create", "begin: Reading setup files"]);
    await vi.advanceTimersByTimeAsync(2000);
    await done;
    expect(shown).toEqual(["create", "begin: Reading setup files", "done"]);
  });

  it("ends if reading fails, and passes the error on", async () => {
    const { connection, shown } = editor();
    const done = expect(withProgress(connection, showing, work(3000, true))).rejects.toThrow("unreadable");
    await vi.advanceTimersByTimeAsync(3000);
    await done;
    expect(shown.at(-1)).toBe("done");
  });

  it.each([
    ["that is short", showing, 900],
    ["in an editor that shows none", false, 3000],
  ])("isn't shown for work %s", async (_, support, milliseconds) => {
    const { connection, shown } = editor();
    const done = withProgress(connection, support, work(milliseconds));
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect(shown).toEqual([]);
  });

  it("isn't needed if the editor refuses to show it", async () => {
    const { connection, shown } = editor(true);
    const done = withProgress(connection, showing, work(3000));
    await vi.advanceTimersByTimeAsync(3000);
    await expect(done).resolves.toBeUndefined();
    expect(shown).toEqual(["create"]);
  });
});
