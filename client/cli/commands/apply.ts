import { readFile } from "node:fs/promises";
import path from "node:path";
import { Option } from "commander";
import { reasonOf } from "../../../server/src/cli/misuse.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { approvedUpdates, readPlannedFiles } from "../apply/approved.js";
import { applyUpdates, type ApprovedUpdate } from "../apply/applyPlan.js";
import { ask } from "../apply/ask.js";
import { OUTCOME_FORMATS } from "../apply/formats.js";
import { exitFor } from "../apply/results.js";
import type { Interrupted } from "../apply/verifyInterrupted.js";
import { EXITS, misuse, mostSerious, Stop } from "../exits.js";
import { readFiles, type SetupFile } from "../files/readFiles.js";
import { mayColour, say, write } from "../io.js";
import { several, withConnection, withSecrets } from "../options/shared.js";
import { planDocument, readPlan, type ReadPlan } from "../plan/document.js";
import { PLAN_FORMATS } from "../plan/formats.js";
import type { Planned } from "../plan/makePlan.js";
import { openSession, type Session, type SessionOptions } from "../plan/session.js";
import type { CommandMaker } from "./command.js";
import { choicesOf, exitOfPlan, planning, planOf, unsent } from "./plan.js";

interface ApplyOptions extends SessionOptions {
  readonly format: keyof typeof OUTCOME_FORMATS;
  readonly auto?: boolean;
  readonly yes?: boolean;
  readonly all?: boolean;
  readonly acceptDrift?: boolean;
  readonly allowProduction?: readonly string[];
}

/** `vaultconn apply`: sends what was approved, each update once. */
export const apply: CommandMaker = {
  example: "vaultconn apply plan.json --tenant acme.example.com",
  configure: (command) =>
    planning(withSecrets(withConnection(command)))
      .summary("send a plan that was approved, or plan and send in one go")
      .description("Sends a plan, if nothing has moved since it was made; with --auto, plans and sends in one go.")
      .argument("[paths...]", "the plan; with --auto files, folders or quoted globs")
      .option("--auto", "plan and send in one go")
      .option("--yes", "send what --auto has planned without asking")
      .option("--allow-production <host>", "send to this tenant, which is marked as production", several)
      .addOption(
        new Option("--format <format>", "how it is printed").choices(Object.keys(OUTCOME_FORMATS)).default("text"),
      ),
  run: async (paths, given, io) => {
    const options = given as ApplyOptions;
    if (options.auto !== true && paths.length !== 1)
      throw misuse("Give the one plan to apply, or --auto and the files to plan and send.");
    if (options.auto !== true && options.yes === true)
      throw misuse("--yes goes with --auto: a plan is sent without a question.");
    const session = await openSession(options, io);
    try {
      const { updates, earlier, left } =
        options.auto === true
          ? await planned(paths, options, session)
          : await planApproved(paths[0] ?? "", options, session);
      const outcomes = await applyUpdates(updates, session);
      await write(io.stdout, OUTCOME_FORMATS[options.format]([...outcomes], mayColour(io.stdout, io.env)));
      const { trouble } = session.lock;
      if (trouble !== undefined) await say(io.stderr, `The lock file was not written: ${trouble}. The outcomes stand.`);
      return mostSerious([
        exitFor(outcomes),
        exitFor(unsent(earlier, updates)),
        exitOfPlan(left),
        ...(trouble === undefined ? [] : [EXITS.failed]),
      ]);
    } finally {
      await session.close();
    }
  },
};

/** What is to be sent, and what there is to say about the rest. */
interface Work {
  readonly updates: readonly ApprovedUpdate[];
  readonly earlier: readonly Interrupted[];
  /** What is left alone, as it is now. */
  readonly left: readonly Planned[];
}

async function planApproved(given: string, options: ApplyOptions, session: Session): Promise<Work> {
  const plan = await openPlan(given, session.io.cwd);
  const files = await readPlannedFiles(plan, session);
  const isChanged = ({ shown }: SetupFile) =>
    plan.files.some(({ file, status }) => file === shown && status !== "unchanged");
  const approved = new Set(plan.files.flatMap(({ file, status }) => (status === "update" ? [file] : [])));
  const choices = { ...choicesOf(options), written: true, salt: plan.salt, approved };
  const { planned, earlier } = await planOf(files, session, choices, isChanged);
  const { updates, moved } = approvedUpdates(plan, planned);
  if (moved.length > 0)
    throw new Stop(mostSerious([EXITS.failed, exitFor(unsent(earlier, updates))]), [
      ...moved,
      "Nothing was sent: make a new plan.",
    ]);
  guardProduction(updates, options, session.tenants);
  const left = planned.filter(({ file }) => isChanged(file) && !approved.has(file.shown));
  return { updates, earlier, left };
}

async function planned(paths: readonly string[], options: ApplyOptions, session: Session): Promise<Work> {
  const { io, root } = session;
  const files = await readFiles(paths, root, io.cwd);
  const choices = { ...choicesOf(options), written: false };
  const { planned: all, earlier } = await planOf(files, session, choices);
  const document = planDocument(
    all.map(({ entry }) => entry),
    io.clock.now(),
    choices.salt,
  );
  session.progress.end();
  // What is sent goes to standard output once it was; what is asked about is for people.
  await write(
    io.stderr,
    PLAN_FORMATS.text({ document, planned: all, root, cwd: io.cwd, colours: mayColour(io.stderr, io.env) }),
  );
  if (document.files.some(({ status }) => status === "refused"))
    throw new Stop(
      mostSerious([EXITS.failed, exitFor(unsent(earlier, all))]),
      "Nothing was sent, since files are refused.",
    );
  const updates = all.flatMap(({ entry, file, request }) => (request ? [{ entry, file, request }] : []));
  guardProduction(updates, options, session.tenants);
  if (updates.length > 0 && options.yes !== true) await ask(updates.length, io);
  return { updates, earlier, left: all.filter(({ request }) => !request) };
}

async function openPlan(given: string, cwd: string): Promise<ReadPlan> {
  let text: string;
  try {
    text = await readFile(path.resolve(cwd, given), "utf8");
  } catch (error) {
    throw misuse(`The plan "${given}" could not be read: ${reasonOf(error)}.`);
  }
  const plan = readPlan(text);
  if (typeof plan === "string")
    throw new Stop(EXITS.failed, `The plan is refused: ${plan}. Nothing was sent: make a new one.`);
  return plan;
}

/** A tenant that is marked as production is named twice. */
function guardProduction(updates: readonly ApprovedUpdate[], options: ApplyOptions, tenants: readonly Tenant[]): void {
  const allowed = (options.allowProduction ?? []).map((host) => host.toLowerCase());
  const guarded = tenants.filter(
    ({ production, origin, host }) =>
      production && !allowed.includes(host) && updates.some(({ entry }) => entry.origin === origin),
  );
  if (guarded.length > 0)
    throw new Stop(
      EXITS.failed,
      guarded.map(
        ({ name, host }) => `${name} is marked as production. Nothing was sent: give --allow-production ${host}.`,
      ),
    );
}
