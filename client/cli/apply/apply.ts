import type { Command } from "@commander-js/extra-typings";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { isDeepStrictEqual } from "node:util";
import { isInside } from "../../../schemas/files.js";
import { providerOf } from "../../../schemas/references.js";
import { describeReference } from "../../core/secrets/referenceProblems.js";
import { EXITS, misuse, mostSerious, ExitError } from "../exits.js";
import { pathFrom, realPath } from "../files/pathFrom.js";
import { readNamedFile } from "../files/readText.js";
import { readFiles, type SetupFile } from "../files/readFiles.js";
import { mayColour, say, write, defineCommand, type Io, type OptionsOf } from "../io.js";
import { exitFor, outcomeReport } from "../outcomeReport.js";
import { print, text } from "../output/report.js";
import { newSalt, readPlan, type PlanEntry, type ReadPlan } from "../plan/document.js";
import { isUpdate, type Planned, type PlannedUpdate } from "../plan/makePlan.js";
import { exitOfPlan, isRefused, planOf, planReport, unsent, withPlanning } from "../plan/plan.js";
import { guardAgents } from "../options/agentShell.js";
import { several } from "../options/withConnection.js";
import { inExclusiveSession, type Session } from "../session.js";
import { applyUpdates } from "./applyUpdates.js";

function configure(command: Command) {
  return withPlanning(command)
    .summary("send an approved plan, or plan and send in one step")
    .description("Sends a plan if nothing has changed since it was made. With --auto, plans and sends in one step.")
    .argument("[paths...]", "the plan, or with --auto, files, folders, or quoted globs")
    .option("--auto", "plan and send in one step")
    .option("--yes", "with --auto, send without asking")
    .option("--allow-production <host>", "allow sending to this tenant, which is marked as production", several);
}

type ApplyOptions = OptionsOf<typeof configure>;

export const apply = defineCommand({
  example: "vaultconn apply plan.json --tenant acme.example.com",
  configure,
  run: (paths, options, io) => {
    if (options.auto !== true && paths.length !== 1)
      throw misuse("Specify one plan to apply, or --auto and the files to plan and send.");
    if (options.auto !== true && options.yes === true)
      throw misuse("Use --yes only with --auto. A plan is always sent without asking.");
    return inExclusiveSession(options, io, async (session) => {
      const { updates, earlier, unplanned } =
        options.auto === true
          ? await planNow(paths, options, session)
          : await planApproved(paths[0] ?? "", options, session);
      const outcomes = await applyUpdates(updates, session);
      await print(outcomeReport(outcomes, session.root), options.format, io);
      const { troubles } = session.locks;
      for (const trouble of troubles) await say(io.stderr, trouble);
      return mostSerious([
        exitFor(outcomes),
        exitFor(unsent(earlier, updates)),
        exitOfPlan(unplanned),
        troubles.length === 0 ? EXITS.done : EXITS.failed,
      ]);
    });
  },
});

/** @returns `unplanned`: files that aren't sent, and count for the exit code; here and below. */
async function planApproved(planPath: string, options: ApplyOptions, session: Session) {
  const plan = readPlan(await readNamedFile(planPath, session.io, `The plan "${planPath}"`));
  if (typeof plan === "string") throw new ExitError(`The plan is refused: ${plan}. Nothing was sent. Make a new plan.`);
  const files = await readPlannedFiles(plan, session);
  const isChanged = ({ displayPath }: SetupFile) =>
    plan.files.some(({ file, status }) => file === displayPath && status !== "unchanged");
  const approved = new Set(plan.files.flatMap(({ file, status }) => (status === "update" ? [file] : [])));
  const choices = { ...options, written: true, salt: plan.salt, approved };
  const { planned, earlier } = await planOf(files, session, choices, isChanged);
  const { updates, moved } = approvedUpdates(plan, planned);
  if (moved.length > 0)
    throw new ExitError(
      [...moved, "Nothing was sent. Make a new plan."],
      mostSerious([EXITS.failed, exitFor(unsent(earlier, updates))]),
    );
  guard(updates, options, session);
  const unplanned = planned.filter(({ file }) => isChanged(file) && !approved.has(file.displayPath));
  return { updates, earlier, unplanned };
}

async function planNow(paths: readonly string[], options: ApplyOptions, session: Session) {
  const { io, root } = session;
  const files = await readFiles(paths, session, options.allowEmpty);
  const choices = { ...options, written: false, salt: newSalt() };
  const { planned, earlier } = await planOf(files, session, { ...choices, paths });
  session.progress.end();
  // The user confirms the plan on standard error. Standard output gets only the result.
  await write(io.stderr, await text(planReport(planned, root), { colours: mayColour(io.stderr, io.env) }));
  if (planned.some(isRefused))
    throw new ExitError(
      "Nothing was sent because files are refused.",
      mostSerious([EXITS.failed, exitFor(unsent(earlier, planned))]),
    );
  const updates = planned.filter(isUpdate);
  guard(updates, options, session);
  if (updates.length > 0 && options.yes !== true) await ask(updates.length, io);
  return { updates, earlier, unplanned: planned.filter((one) => !isUpdate(one)) };
}

/**
 * Compares an approved plan with a new one. Only content of the new plan is sent, so editing a plan can't change that.
 * @returns `updates` to send, and `moved`: a sentence, beginning with the file, for each update that can't be sent.
 */
export function approvedUpdates({ files }: ReadPlan, planned: readonly Planned[]) {
  const approved = new Map(files.flatMap((entry) => (entry.status === "update" ? [[entry.file, entry]] : [])));
  const now = new Map(planned.map((one) => [one.entry.file, one]));
  return {
    updates: planned.filter(isUpdate).filter(({ entry }) => approved.has(entry.file)),
    moved: [...approved].flatMap(([file, entry]) => {
      const problem = difference(entry, now.get(file)?.entry);
      return problem === undefined ? [] : [`${file}: ${problem}`];
    }),
  };
}

/** Describes what changed since an update was planned. Returns undefined if nothing did. */
function difference(before: Partial<PlanEntry>, now: PlanEntry | undefined): string | undefined {
  if (!now) return "The file no longer exists.";
  const { notes: _, ...was } = before;
  const { notes, ...is } = now;
  if (now.status === "refused") return notes.join(" ");
  if (is.origin !== was.origin) return "It goes to a different tenant than planned.";
  if (is.id !== was.id) return "It updates a different connection than planned.";
  if (!isDeepStrictEqual(is.record, was.record))
    return "The connection changed on the service since the plan was made.";
  if (is.status === "drifted")
    return `${notes.join(" ")} If you made the plan with --accept-drift, use it with apply, too.`;
  if (is.status === "unknown") return notes.join(" ");
  if (is.status === "unchanged")
    return "It hasn't changed since the last push. If you made the plan with --all, use it with apply, too.";
  const other = is.references.find(({ digest }, at) => digest !== undefined && digest !== was.references?.[at]?.digest);
  if (other?.kind === "provider")
    return `The definition of the provider ${providerOf(other.name).provider} changed since the plan was made.`;
  if (other) return `The value of ${describeReference(other)} in ${other.property} changed since the plan was made.`;
  return isDeepStrictEqual(is, was) ? undefined : "It sends something different than planned.";
}

/** Ignores planned paths outside the root. */
async function readPlannedFiles({ files }: ReadPlan, session: Session): Promise<readonly SetupFile[]> {
  const paths = files
    .map(({ file }) => path.resolve(session.root, file))
    .filter((full) => isInside(session.root, full) && existsSync(full));
  const link = paths.find((full) => realPath(full) !== full);
  if (link === undefined) return paths.length === 0 ? [] : readFiles(paths, session);
  const where = pathFrom(session.root, link);
  throw new ExitError(
    `${where} is behind a symbolic link, and wasn't when it was planned. Nothing was sent. Make a new plan.`,
  );
}

/**
 * Requires a person, and --allow-production for each tenant that's marked as production.
 * @throws ExitError
 */
function guard(updates: readonly PlannedUpdate[], options: ApplyOptions, { tenants, io }: Session): void {
  const affected = tenants.filter(({ origin }) => updates.some(({ entry }) => entry.origin === origin));
  guardAgents(affected, io);
  const allowed = (options.allowProduction ?? []).map((host) => host.toLowerCase());
  // A shell's empty variable before a path would make it the value, and then all files would be sent.
  const mistaken = options.allowProduction?.find(
    (value, at) => tenants.every(({ host }) => host !== allowed[at]) && existsSync(path.resolve(io.cwd, value)),
  );
  if (mistaken !== undefined)
    throw misuse(
      `--allow-production must be a tenant's host, but "${mistaken}" is a file or folder. Nothing was sent.`,
    );
  const guarded = affected.filter(({ production, host }) => production && !allowed.includes(host));
  if (guarded.length > 0)
    throw new ExitError(
      guarded.map(
        ({ name, host }) =>
          `${name} is marked as production. Nothing was sent. To send anyway, use --allow-production ${host}.`,
      ),
    );
}

/** @throws ExitError if there's no terminal, or the answer isn't yes. */
async function ask(updates: number, { stdin, stderr, stopping }: Io): Promise<void> {
  if (stdin.isTTY !== true || stderr.isTTY !== true)
    throw new ExitError(
      "Nothing was sent, because there's no terminal to confirm in. Use --yes, or make a plan and have it approved.",
    );
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const what = updates === 1 ? "this update" : `these ${updates} updates`;
    // `question` never settles if the input ends.
    const ended = once(terminal, "close").then(() => "");
    const answer = await Promise.race([terminal.question(`To send ${what}, type yes: `, { signal: stopping }), ended]);
    if (answer.trim().toLowerCase() === "yes") return;
  } catch {
    // Ctrl+C and the end of the input mean no.
  } finally {
    terminal.close();
  }
  throw new ExitError("Nothing was sent.");
}
