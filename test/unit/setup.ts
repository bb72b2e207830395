import { beforeEach, expect, vi } from "vitest";
import { URI } from "vscode-uri";

import { resetEditor } from "./vscode.js";

vi.mock("vscode", async () => (await import("./vscode.js")).vscode);
// Each keeps its text once that was asked for.
expect.addEqualityTesters([(a, b) => (a instanceof URI && b instanceof URI ? String(a) === String(b) : undefined)]);
beforeEach(resetEditor);
