import { beforeEach, vi } from "vitest";

import { resetEditor } from "./vscode.js";

vi.mock("vscode", async () => (await import("./vscode.js")).vscode);
beforeEach(resetEditor);
