import { once } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PushOptions, PushStage } from "../../../client/core/push/context.js";
import { showPushProgress } from "../../../client/extension/push/progress.js";
import type { withCancellableProgress } from "../../../client/extension/ui/withCancellableProgress.js";

/** A screen on which each notification can be read and cancelled, and goes with either. */
const { shown, show } = vi.hoisted(() => {
  const shown: { messages: string[]; cancel: () => void; gone: boolean }[] = [];
  const show: typeof withCancellableProgress = async (_, work) => {
    const abort = new AbortController();
    const notification = {
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
        if (!notification.gone && notification.messages.at(-1) !== message) notification.messages.push(message ?? "");
      }, abort.signal);
    } finally {
      notification.gone = true;
    }
  };
  return { shown, show };
});
vi.mock("../../../client/extension/ui/withCancellableProgress.js", () => ({ withCancellableProgress: show }));

beforeEach(() => {
  shown.length = 0;
});

const reach = ({ onProgress }: PushOptions, stage: PushStage) => onProgress?.({ stage, ended: 0, failed: 0, total: 2 });
const aborted = async (signal: AbortSignal | undefined) => signal && (await once(signal, "abort"));

const SEARCHING = "Checking which pushes were applied…";

describe("the progress notification of pushes to verify", () => {
  it("goes on sending while others are verified, and Cancel ends both in turn", async () => {
    const done = showPushProgress("Push", undefined, async (options) => {
      reach(options, "verifying");
      await aborted(options.signal);
      await aborted(options.stopVerifying);
    });
    shown[0]?.cancel();
    await new Promise(setImmediate);
    expect(shown.at(1)?.messages).toEqual([SEARCHING]);
    shown[1]?.cancel();
    await done;
    expect(shown.map(({ gone }) => gone)).toEqual([true, true]);
  });

  it("stays until verification ends or is canceled", async () => {
    let isPushCancelled: boolean | undefined = true;
    const done = showPushProgress("Push", "Acme", async (options) => {
      reach(options, "verifying");
      await aborted(options.stopVerifying);
      isPushCancelled = options.signal?.aborted;
    });
    expect(shown.map(({ messages }) => messages)).toMatchObject([[/Checking whether the push was applied…$/]]);
    shown[0]?.cancel();
    await done;
    expect([shown.length, isPushCancelled]).toEqual([1, false]);
  });

  it("ends if they fail", async () => {
    const done = showPushProgress("Push", "Acme", async (options) => {
      await aborted(options.signal);
      reach(options, "verifying");
      reach(options, "verifying");
      throw new Error("failed");
    });
    shown[0]?.cancel();
    await expect(done).rejects.toThrow("failed");
    expect(shown.map(({ gone }) => gone)).toEqual([true, true]);
  });
});
