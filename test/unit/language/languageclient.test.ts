import { expect, it, vi } from "vitest";
import { HoverRequest } from "vscode-languageserver";

import { LanguageClient } from "../../../client/extension/language/languageclient.js";

const client = vi.hoisted(() => ({ isRunning: false }));

vi.mock("vscode-languageclient/node", () => ({
  RevealOutputChannelOn: {},
  TransportKind: {},
  // As the library does it: an error that it doesn't know is thrown on, and VS Code logs it with its stack.
  LanguageClient: class {
    isRunning(): boolean {
      return client.isRunning;
    }
    handleFailedRequest(_type: object, _token: undefined, error: Error): never {
      throw error;
    }
  },
}));

it("returns nothing for a failed request while the server starts or stops", () => {
  const tried = new LanguageClient("id", "name", { module: "server.js" }, {});
  const fail = () => tried.handleFailedRequest(HoverRequest.type, undefined, new Error("Starting server failed"), null);
  expect(fail()).toBeNull();
  client.isRunning = true;
  expect(fail).toThrow("Starting server failed");
});
