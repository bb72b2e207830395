import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { type Session } from "../drive/session.js";
import { type TreeRow, type TreeView } from "../drive/tree-view.js";
import { until, untilDone, untilValue } from "../drive/until.js";

/** What a person does with tenants: answering the steps, and looking at the rows. */
export interface Tenants {
  readonly tree: () => TreeView;
  /** Types an answer into the step with this text. */
  readonly answer: (step: string, text: string) => Promise<void>;
  /** Chooses an entry of the step with this text, or with none accepts what is ticked. */
  readonly choose: (step: string, entry?: string) => Promise<void>;
  /** Clicks a row that asks something. A click while VS Code draws the row again is lost, so it is repeated as a person would. */
  readonly clickToAsk: (row: string) => Promise<void>;
  /** Begins to sign in to a tenant by its row. */
  readonly beginSignIn: (tenant: string) => Promise<void>;
  /** Goes through the steps of signing in with an access token. */
  readonly signIn: (token: string) => Promise<void>;
  /** Changes user settings in the editor, as a person does. */
  readonly editSettings: (changes: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The row of a tenant and those below it, once they are as expected. */
  readonly rowsOf: (tenant: string, holds: (rows: readonly TreeRow[]) => boolean) => Promise<readonly TreeRow[]>;
  /** The row that says why a tenant's connections couldn't be loaded. */
  readonly failureOf: (tenant: string, sentence: RegExp) => Promise<TreeRow>;
}

/** Gives a suite what it needs to add tenants and to look at them. */
export function useTenants(session: () => Session): Tenants {
  const tree = (): TreeView => session().workbench.tree("Connections");
  const answer = async (step: string, text: string): Promise<void> => {
    const { quickInput } = session().workbench;
    await quickInput.waitForStep(step);
    await quickInput.submit(text);
  };
  const choose = async (step: string, entry?: string): Promise<void> => {
    const { quickInput } = session().workbench;
    await quickInput.waitForStep(step);
    await (entry === undefined ? quickInput.accept() : quickInput.pick(entry));
  };
  const rowsOf: Tenants["rowsOf"] = (tenant, holds) =>
    untilValue(`the rows of ${tenant}`, async () => section(await tree().rows(), tenant), holds);
  const untilAsked = (what: string, click: () => Promise<void>): Promise<void> =>
    untilDone(`a question after a click on "${what}"`, async (patience) => {
      const { quickInput } = session().workbench;
      if (await quickInput.isOpen()) return;
      await click();
      // A second click before the first has been acted on would ask again, so it gets time.
      await until("the question", () => quickInput.isOpen(), 5 * patience);
    });
  return {
    tree,
    answer,
    choose,
    clickToAsk: (row) => untilAsked(row, () => tree().click(row)),
    beginSignIn: async (tenant) => {
      await tree().waitForRow(tenant);
      await untilAsked(tenant, () => tree().click(tenant));
    },
    signIn: async (token) => {
      await choose("Choose how to sign in", "Access token");
      await answer("An access token with", token);
      await session().workbench.quickInput.waitUntilClosed();
    },
    editSettings: async (changes) => {
      const { workbench, server } = session();
      const settings = JSON.parse(await readFile(settingsFileOf(server), "utf8")) as Record<string, unknown>;
      await workbench.runCommand("Preferences: Open User Settings (JSON)");
      await workbench.editor.waitForTab("settings.json");
      await workbench.editor.waitForText("files.autoSave");
      await workbench.editor.replaceAll(JSON.stringify({ ...settings, ...changes }));
      await workbench.editor.save();
      await workbench.runCommand("View: Close Editor");
    },
    rowsOf,
    failureOf: async (tenant, sentence) => {
      const says = ({ icon, spoken }: TreeRow): boolean =>
        icon === "error" && sentence.test(/^Loading failed: (.+) Press Enter to /.exec(spoken)?.[1] ?? "");
      const [row] = (await rowsOf(tenant, (rows) => rows.some(says))).filter(says);
      if (row === undefined) throw new Error("The row has gone.");
      return row;
    },
  };
}

/** Where the user settings of a window are. */
export function settingsFileOf({ home }: Session["server"]): string {
  return join(home.serverData, "data", "User", "settings.json");
}

function section(rows: readonly TreeRow[], tenant: string): readonly TreeRow[] {
  const start = rows.findIndex(({ label, level }) => level === 1 && label === tenant);
  const end = rows.findIndex(({ level }, index) => index > start && level === 1);
  return start < 0 ? [] : rows.slice(start, end < 0 ? undefined : end);
}
