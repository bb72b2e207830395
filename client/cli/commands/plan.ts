import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, lstat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Option, type Command } from "commander";
import { reasonOf } from "../../../server/src/cli/misuse.js";
import { printable } from "../../../server/src/cli/visible.js";
import { EXITS, mostSerious, Stop, type Exit } from "../exits.js";
import { mayColour, say, write, type Io } from "../io.js";
import { forgetInterrupted, verifyInterrupted, type Interrupted } from "../apply/verifyInterrupted.js";
import { exitFor } from "../apply/results.js";
import { readFiles, type SetupFile } from "../files/readFiles.js";
import { withConnection, withSecrets } from "../options/shared.js";
import { planDocument, planText, type PlanDocument } from "../plan/document.js";
import { markdown, PLAN_FORMATS, type PrintedPlan } from "../plan/formats.js";
import { assign } from "../plan/assign.js";
import { makePlan, planOffline, type PlanChoices, type Planned } from "../plan/makePlan.js";
import { refuseSharedVariables } from "../plan/sharedVariables.js";
import { openSession, type Session, type SessionOptions } from "../plan/session.js";
import type { CommandMaker } from "./command.js";

interface PlanOptions extends SessionOptions {
  readonly format: keyof typeof PLAN_FORMATS;
  readonly out?: string;
  readonly summary?: string;
  readonly all?: boolean;
  readonly acceptDrift?: boolean;
}

/** `vaultconn plan`: says what would be sent, and sends nothing. */
export const plan: CommandMaker = {
  example: "vaultconn plan connections/ --tenant acme.example.com --out plan.json",
  configure: (command) =>
    planning(withSecrets(withConnection(command)))
      .summary("say what would be sent, and send nothing")
      .description("Reads and checks setup files, reads each record, and says for each file what would be sent.")
      .argument("[paths...]", "files, folders or quoted globs; all below the root if none are given")
      .addOption(
        new Option("--format <format>", "how it is printed").choices(Object.keys(PLAN_FORMATS)).default("text"),
      )
      .option("--out <file>", "write the plan for apply; it holds no value")
      .option("--summary <file>", "append it as Markdown, such as to $GITHUB_STEP_SUMMARY"),
  run: async (paths, given, io) => {
    const options = given as PlanOptions;
    const session = await openSession(options, io);
    try {
      const files = await readFiles(paths, session.root, io.cwd);
      const choices = { ...choicesOf(options), written: options.out !== undefined };
      const { planned, earlier } = await planOf(files, session, choices);
      const made = planDocument(
        planned.map(({ entry }) => entry),
        io.clock.now(),
        choices.salt,
      );
      session.progress.end();
      await writeOut(made, options, io);
      const printed: PrintedPlan = {
        document: made,
        planned,
        root: session.root,
        cwd: io.cwd,
        colours: mayColour(io.stdout, io.env),
      };
      if (options.summary !== undefined) await save(options.summary, markdown(printed), io, appendFile);
      await write(io.stdout, PLAN_FORMATS[options.format](printed), options.format === "github");
      return mostSerious([exitOfPlan(planned), exitFor(unsent(earlier, planned))]);
    } finally {
      await session.close();
    }
  },
};

/** Adds what decides about files. */
export function planning(command: Command): Command {
  return command
    .option("--all", "send what is unchanged too: a secret may have another value by now")
    .option(
      "--accept-drift",
      "send over what was changed on the service since the lock file, and over unknown outcomes",
    )
    .option("-v, --verbose", "tell of each request, never of its contents");
}

/** What the options of `planning` say, for a plan with a salt of its own. */
export function choicesOf(
  options: Pick<PlanOptions, "all" | "acceptDrift">,
): Omit<PlanChoices, "written" | "interrupted"> {
  const salt = randomBytes(16).toString("base64url");
  return { all: options.all === true, acceptDrift: options.acceptDrift === true, salt };
}

/** What a plan comes to, and the updates of earlier runs whose outcome is not known. */
interface MadePlan {
  readonly planned: readonly Planned[];
  readonly earlier: readonly Interrupted[];
}

/**
 * Plans files. Where some are refused for what they hold, they are reported whatever else fails.
 * @param isWanted which files are compared with the service; the others count where files have something in common
 * @throws Stop where the service can't be asked and no file is refused for what it holds
 */
export async function planOf(
  files: readonly SetupFile[],
  session: Session,
  choices: Omit<PlanChoices, "interrupted">,
  isWanted: (file: SetupFile) => boolean = () => true,
): Promise<MadePlan> {
  const all = assign(files, session.tenants);
  const assignment = { ...all, assigned: all.assigned.filter(({ file }) => isWanted(file)) };
  let interrupted: readonly Interrupted[] = [];
  try {
    refuseSharedVariables(
      files.flatMap(({ inspected }) => inspected.references),
      session,
    );
    interrupted = await verifyInterrupted(session, files);
    const planned = await makePlan(assignment, session, { ...choices, interrupted });
    const statusOf = ({ tenant, id }: Interrupted) =>
      planned.find(({ entry }) => entry.tenant === tenant && entry.id === id)?.entry.status;
    const isSettled = (one: Interrupted) => {
      const status = statusOf(one);
      // What is accepted stays unknown until it is sent, unless its file is gone.
      if (choices.acceptDrift && !status) return !existsSync(fileURLToPath(one.entry.file));
      return status === "unchanged" || (status === "update" && !choices.acceptDrift);
    };
    await forgetInterrupted(session, interrupted.filter(isSettled));
    return { planned, earlier: interrupted.filter((one) => !isSettled(one)) };
  } catch (error) {
    if (!(error instanceof Stop) || assignment.refused.length === 0) throw error;
    for (const line of error.message.split("\n")) session.progress.say(line);
    return { planned: planOffline(assignment), earlier: interrupted };
  }
}

/** The updates of earlier runs to whose connections nothing is sent now, which would settle them. */
export function unsent(earlier: readonly Interrupted[], updates: readonly Pick<Planned, "entry">[]) {
  return earlier.filter(({ tenant, id }) =>
    updates.every(({ entry }) => entry.status !== "update" || entry.tenant !== tenant || entry.id !== id),
  );
}

/** The code a plan comes to, or the files that are left out of it. */
export function exitOfPlan(planned: readonly Planned[]): Exit {
  const exits = {
    update: EXITS.pending,
    unchanged: EXITS.done,
    drifted: EXITS.drift,
    unknown: EXITS.unknown,
    refused: EXITS.failed,
  };
  return mostSerious(planned.map(({ entry }) => exits[entry.status]));
}

/** A plan that would leave files out is none to approve. */
async function writeOut(made: PlanDocument, { out }: PlanOptions, io: Io): Promise<void> {
  if (out === undefined) return;
  if (made.files.some(({ status }) => status === "refused")) {
    await say(io.stderr, "The plan is not written, since files are refused.");
    return;
  }
  await save(out, planText(made), io, writeFile);
}

async function save(
  given: string,
  text: string,
  { cwd }: Io,
  how: typeof writeFile | typeof appendFile,
): Promise<void> {
  const full = path.resolve(cwd, given);
  const refuse = (why: string) => new Stop(EXITS.failed, `"${given}" could not be written: ${why}. Nothing was sent.`);
  // Whoever changes the repository decides where such a link leads.
  if ((await lstat(full).catch(() => undefined))?.isSymbolicLink()) throw refuse("it is a symbolic link");
  try {
    await how(full, printable(text));
  } catch (error) {
    throw refuse(reasonOf(error));
  }
}
