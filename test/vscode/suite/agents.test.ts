import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, open } from "./extension.js";

/** Calls a tool as a coding agent does. @returns the answer's JSON. */
async function call(tool: string, input: object): Promise<unknown> {
  const { content } = await vscode.lm.invokeTool(`vaultconn_${tool}`, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value);
}

interface Listed {
  readonly connections: readonly { readonly id: string; readonly tenant: string }[];
  readonly notListed: readonly { readonly tenant: string; readonly reason: string }[];
}

describe("the tools for coding agents", () => {
  afterEach(closeEditors);

  it("validate a file as the editor does, including unsaved changes", async () => {
    const editor = await open(
      "agent.vaultconn.json",
      '{ "name": "${secret:suite.none}", "setup": { "type": "BEARER", "token": "${env:HOME}" } }\n',
    );
    const { document } = editor;
    await editor.edit((change) => {
      const at = document.positionAt(document.getText().indexOf('oken"'));
      change.delete(new vscode.Range(at, at.translate(0, 1)));
    });
    const told = await until("the diagnostics", () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length === 2 && all;
    });
    const answer = (await call("validate", { path: "agent.vaultconn.json" })) as {
      readonly problems: readonly { readonly code: string; readonly message: string; readonly fix: unknown }[];
    };
    assert.deepEqual(answer.problems.map(({ message }) => message).sort(), told.map(({ message }) => message).sort());
    assert.ok(answer.problems.find(({ code }) => code === "unknown-property")?.fix);
  });

  it("list tenants that allow it, and plan without sending", async () => {
    const settings = vscode.workspace.getConfiguration("vaultconn");
    const tenants = [{ name: "Closed", baseUrl: "closed.example.com" }];
    await settings.update("tenants", tenants, vscode.ConfigurationTarget.Global);
    try {
      const { connections, notListed } = await until("both tenants", async () => {
        const listed = (await call("list", { limit: 2 })) as Listed;
        return listed.connections.length === 2 && listed;
      });
      assert.deepEqual(notListed, []);
      const closed = (await call("list", { tenant: "closed" })) as Listed;
      assert.match(closed.notListed[0]?.reason ?? "", /^Agents can't list this tenant\. .*"agentAccess": "list"/);
      const [{ id, tenant } = { id: "", tenant: "" }] = connections;
      const file = "planned.vaultconn.json";
      await open(file, JSON.stringify({ id, tenant, setup: { type: "BEARER", token: "${secret:T}" } }));
      const properties = ["setup.type", "setup.token"];
      const { files } = (await call("plan", { paths: [file] })) as { readonly files: readonly object[] };
      assert.deepEqual(files, [
        {
          file,
          status: "update",
          tenant,
          id,
          variant: "bearer",
          properties,
          notes: [],
          serviceSays: null,
          review: null,
        },
      ]);
    } finally {
      await settings.update("tenants", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
