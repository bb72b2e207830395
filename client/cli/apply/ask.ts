import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { EXITS, Stop } from "../exits.js";
import type { Io } from "../io.js";

/**
 * Has a person at a terminal say yes, by typing how many updates are sent.
 * @throws Stop where nobody is there, or says anything else
 */
export async function ask(updates: number, { stdin, stderr, stopping }: Io): Promise<void> {
  if (stdin.isTTY !== true || stderr.isTTY !== true)
    throw new Stop(
      EXITS.failed,
      "Nothing was sent: nobody is there to say yes. Give --yes, or make a plan and have it approved.",
    );
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const what = updates === 1 ? "this update" : `these ${updates} updates`;
    // Where the input ends, no answer ever comes.
    const ended = once(terminal, "close").then(() => "");
    const said = await Promise.race([terminal.question(`To send ${what}, type yes: `, { signal: stopping }), ended]);
    if (said.trim().toLowerCase() === "yes") return;
  } catch {
    // Ctrl+C and the end of the input say no as well.
  } finally {
    terminal.close();
  }
  throw new Stop(EXITS.failed, "Nothing was sent.");
}
