import { describe, expect, it, vi } from "vitest";
import { LanguageServerClient } from "../../../client/extension/language/languageServerClient.js";
import { vscode, watchAll } from "../vscode.js";

const made = vi.hoisted(() => ({ channels: 0, disposed: 0, logs: [] as unknown[], failures: 0 }));

Object.assign(vscode.window, {
  createOutputChannel: () => {
    made.channels += 1;
    return { name: `channel ${made.channels}`, dispose: () => (made.disposed += 1) };
  },
});

vi.mock("../../../client/extension/language/languageclient.js", () => ({
  RevealOutputChannelOn: { Never: 4 },
  TransportKind: { ipc: 1 },
  LanguageClient: class {
    constructor(_id: string, _name: string, _server: object, { outputChannel }: { readonly outputChannel: unknown }) {
      made.logs.push(outputChannel);
    }
    start(): Promise<void> {
      if (made.failures === 0) return Promise.resolve();
      made.failures -= 1;
      return Promise.reject(new Error("The server could not be started."));
    }
    sendRequest(): Promise<string> {
      return Promise.resolve("an answer");
    }
    dispose(): Promise<void> {
      return Promise.resolve();
    }
  },
}));

describe("the extension's language client", () => {
  it("writes to one output channel even if starting fails repeatedly", async () => {
    const features = new LanguageServerClient("server.js", watchAll(), {});
    made.failures = 2;
    const ask = () => features.request({ method: "vaultconn/inspect" }, {});
    await expect(ask()).rejects.toThrow("could not be started");
    await expect(ask()).rejects.toThrow("could not be started");
    await expect(ask()).resolves.toBe("an answer");
    expect(made.channels).toBe(1);
    expect(made.logs).toHaveLength(3);
    expect(new Set(made.logs).size).toBe(1);
    await features.dispose();
    expect(made.disposed).toBe(1);
  });
});
