import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { withTwoPhaseProgress, type ShowProgress } from "../../../client/extension/push/progress.js";

vi.mock("vscode", () => ({}));

/** A screen on which each notification can be read and cancelled, and goes with either. */
function screen() {
  const shown: { title: string; messages: string[]; cancel: () => void; gone: boolean }[] = [];
  const show: ShowProgress = async (title, work) => {
    const abort = new AbortController();
    const notification = {
      title,
      messages: [] as string[],
      gone: false,
      cancel: () => {
        notification.gone = true;
        abort.abort();
      },
    };
    shown.push(notification);
    try {
      return await work(({ message }) => {
        if (!notification.gone) notification.messages.push(message ?? "");
      }, abort.signal);
    } finally {
      notification.gone = true;
    }
  };
  return { shown, show };
}

describe("work that leaves something to find out", () => {
  it("is followed on after it was cancelled, and can be cancelled again", async () => {
    const { shown, show } = screen();
    const done = withTwoPhaseProgress(show, "Push", async ({ report, first, second, beginSecond }) => {
      report({ message: "Pushing…" });
      await once(first, "abort");
      report({ message: "Checking…" });
      beginSecond();
      report({ message: "Still checking…" });
      await once(second, "abort");
      return "unknown";
    });
    expect(shown.map(({ messages }) => messages)).toEqual([["Pushing…"]]);
    shown[0]?.cancel();
    await new Promise(setImmediate);
    expect(shown.map(({ title, gone, messages }) => [title, gone, messages])).toEqual([
      ["Push", true, ["Pushing…"]],
      ["Push", false, ["Checking…", "Still checking…"]],
    ]);
    shown[1]?.cancel();
    expect(await done).toBe("unknown");
    expect(shown.map(({ gone }) => gone)).toEqual([true, true]);
  });

  it("stays in its notification as long as nobody cancels; to cancel then ends what is left", async () => {
    const { shown, show } = screen();
    let firstToo = true;
    const done = withTwoPhaseProgress(show, "Push", async ({ report, first, second, beginSecond }) => {
      beginSecond();
      report({ message: "Checking…" });
      await once(second, "abort");
      firstToo = first.aborted;
    });
    expect(shown.map(({ messages }) => messages)).toEqual([["Checking…"]]);
    shown[0]?.cancel();
    await done;
    expect([shown.length, firstToo]).toEqual([1, false]);
  });

  it("that fails leaves no notification behind", async () => {
    const { shown, show } = screen();
    const done = withTwoPhaseProgress(show, "Push", async ({ first, beginSecond }) => {
      await once(first, "abort");
      beginSecond();
      beginSecond();
      throw new Error("failed");
    });
    shown[0]?.cancel();
    await expect(done).rejects.toThrow("failed");
    expect(shown.map(({ gone }) => gone)).toEqual([true, true]);
  });
});
