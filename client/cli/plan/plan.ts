import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "@commander-js/extra-typings";
import { verifyInterrupted, forgetInterrupted } from "../apply/applyUpdates.js";
import { annotationOf } from "../check/check.js";
import { EXITS, interrupted as stopped, mostSerious, ExitError, type Exit } from "../exits.js";
import { readRegularFile } from "../../core/storage/readRegularFile.js";
import { realPath } from "../files/pathFrom.js";
import { reasonOf } from "../../core/files/readFaults.js";
import { writeText } from "../files/writeText.js";
import { readFiles, type SetupFile } from "../files/readFiles.js";
import { defineCommand, say, type Io } from "../io.js";
import { isInside } from "../../../schemas/files.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { withConnection } from "../options/withConnection.js";
import { withProviders } from "../options/providers.js";
import { refuseSharedVariables, withSecrets } from "../options/secretSources.js";
import { exitFor, PROBABLY_APPLIED, type Interrupted, UNKNOWN_SETUP } from "../outcomeReport.js";
import { formatOption, jsonText, markdown, print, type Report, type Style } from "../output/report.js";
import { printable } from "../output/escapeControlCharacters.js";
import { inSession, type Session } from "../session.js";
import { newSalt, planDocument, type PlanEntry, type PlanStatus } from "./document.js";
import { assign, makePlan, NOT_COMPARED, planOffline, type PlanChoices, type Planned } from "./makePlan.js";

export const plan = defineCommand({
  example: "vaultconn plan connections/ --tenant acme.example.com --out plan.json",
  configure: (command) =>
    withPlanning(command)
      .summary("show what would be sent, without sending it")
      .description("Reads and checks setup files, reads each record, and shows what would be sent for each file.")
      .argument("[paths...]", "files, folders, or quoted globs (default: all below the root)")
      .option("--out <file>", "write the plan for apply; it has no values")
      .option("--summary <file>", "append the plan as Markdown, for example to $GITHUB_STEP_SUMMARY"),
  run: (paths, options, io) => {
    return inSession(options, io, async (session) => {
      const files = await readFiles(paths, session, options.allowEmpty);
      const choices = { ...options, written: options.out !== undefined, salt: newSalt() };
      const { planned, earlier } = await planOf(files, session, { ...choices, paths });
      const entries = planned.map(({ entry }) => entry);
      const document = planDocument(entries, io.clock.now(), choices.salt);
      session.progress.end();
      if (options.out !== undefined) {
        if (planned.some(isRefused)) await say(io.stderr, "The plan wasn't written because files are refused.");
        else await save(options.out, jsonText(document, 2), io, "w");
      }
      const report = planReport(planned, session.root, document);
      if (options.summary !== undefined) await save(options.summary, markdown(report), io, "a");
      await print(report, options.format, io);
      return mostSerious([exitOfPlan(planned), exitFor(unsent(earlier, planned))]);
    });
  },
});

export function withPlanning(command: Command) {
  return withProviders(withSecrets(withConnection(command)))
    .option("--all", "also send unchanged files, because a secret might have a new value")
    .option("--accept-drift", "overwrite changes on the service since the lock file, and unknown outcomes")
    .option("--allow-unknown", "also send setups that are unknown to this version")
    .option("--allow-empty", "succeed if there are no setup files")
    .addOption(formatOption());
}

/**
 * Verifies updates of earlier runs, then plans files. Reports files with errors even if a service can't be reached.
 * @returns the planned files, and the updates of earlier runs that were asked about and whose outcome is unknown.
 * @param choices `paths`: what was asked about beside the files, the root if empty; deleted files below them count, too.
 * @param isWanted which files to compare with the service; the others only count for conflicts between files.
 * @throws ExitError if a service can't be reached and no file is refused.
 */
export async function planOf(
  files: readonly SetupFile[],
  session: Session,
  choices: Omit<PlanChoices, "interrupted"> & { readonly paths?: readonly string[] },
  isWanted: (file: SetupFile) => boolean = () => true,
) {
  const all = assign(files, session.tenants, choices.allowUnknown);
  const assignment = { ...all, assigned: all.assigned.filter(({ file }) => isWanted(file)) };
  const { io, root } = session;
  const asked = (choices.paths?.length === 0 ? [root] : (choices.paths ?? [])).map((one) => path.resolve(io.cwd, one));
  const isAsked = ({ entry: { file: uri } }: Interrupted) =>
    files.some((file) => file.uri === uri) || asked.some((one) => isInside(realPath(one), fileURLToPath(uri)));
  let interrupted: readonly Interrupted[] = [];
  await session.locks.read(files.map(({ uri }) => uri));
  try {
    refuseSharedVariables(
      files.flatMap(({ inspected }) => inspected.references),
      session.secrets,
    );
    interrupted = await verifyInterrupted(session, files);
    const planned = await makePlan(assignment, session, { ...choices, interrupted });
    const isSettled = (one: Interrupted) => {
      const { tenant, id, outcome } = one;
      const status = planned.find(({ entry }) => entry.tenant === tenant && entry.id === id)?.entry.status;
      const isAccepted = choices.acceptDrift === true || (choices.all === true && outcome === "probablyApplied");
      // An accepted outcome stays in the journal until the update is sent, unless the file was deleted.
      if (choices.acceptDrift && !status) return isAsked(one) && !existsSync(fileURLToPath(one.entry.file));
      return status === "unchanged" || (status === "update" && !isAccepted);
    };
    await forgetInterrupted(session, interrupted.filter(isSettled));
    return { planned, earlier: interrupted.filter((one) => isAsked(one) && !isSettled(one)) };
  } catch (error) {
    if (!(error instanceof ExitError) || !assignment.others.some(isRefused)) throw error;
    for (const line of error.lines) session.progress.say(line);
    return { planned: planOffline(assignment), earlier: interrupted.filter(isAsked) };
  }
}

/** Returns the updates of earlier runs that this run doesn't send again. */
export function unsent(earlier: readonly Interrupted[], updates: readonly Pick<Planned, "entry">[]) {
  return earlier.filter(({ tenant, id }) =>
    updates.every(({ entry }) => entry.status !== "update" || entry.tenant !== tenant || entry.id !== id),
  );
}

const STATUSES: Readonly<Record<PlanStatus, readonly [Style, Exit, level: "notice" | "warning" | "error"]>> = {
  update: ["green", EXITS.pending, "notice"],
  unchanged: ["dim", EXITS.done, "notice"],
  drifted: ["yellow", EXITS.drift, "warning"],
  unknown: ["yellow", EXITS.unknown, "warning"],
  refused: ["red", EXITS.failed, "error"],
};

export function isRefused({ entry }: Planned): boolean {
  return entry.status === "refused";
}

export function exitOfPlan(planned: readonly Planned[]): Exit {
  return mostSerious(planned.map(({ entry }) => STATUSES[entry.status][1]));
}

/** @param data for programs. */
export function planReport(planned: readonly Planned[], root: string, data: object = {}): Report {
  const changed = planned.filter(({ entry: { status } }) => status !== "unchanged");
  return {
    title: "vaultconn plan",
    head: ["", "File", "Tenant", "Connection", "Sends"],
    rows: changed.map((one) => [
      { text: wordFor(one), style: STATUSES[one.entry.status][0] },
      one.entry.file,
      tenantOf(one),
      connectionOf(one),
      sent(one.entry),
    ]),
    // The summary counts unchanged files whose values weren't compared.
    notes: planned.flatMap(({ entry: { file, status, notes } }) =>
      notes.flatMap((note) => (status === "unchanged" && note === NOT_COMPARED ? [] : [[file, note] as const])),
    ),
    summary: summaryOf(planned),
    data,
    annotations: changed.flatMap((one) => {
      const { entry, file } = one;
      const errors = file.problems.filter(({ severity }) => severity === "error");
      if (entry.status === "refused" && errors.length > 0)
        return errors.map((problem) => annotationOf(file.path, problem));
      const sends = entry.properties.length > 0 ? [`Sends ${sent(entry)}.`] : [];
      return [
        {
          level: STATUSES[entry.status][2],
          file: path.join(root, entry.file),
          title: `vaultconn ${wordFor(one)}`,
          message: [...sends, ...entry.notes].join(" "),
        },
      ];
    }),
  };
}

/** Such as "Acme · acme.example.com · production", for people who approve the plan. */
function tenantOf({ entry: { tenant: host = "" }, tenant }: Planned): string {
  const { name = host, production = false } = tenant ?? {};
  return [...(name === host ? [] : [sanitizeText(name, 60)]), host, ...(production ? ["production"] : [])].join(" · ");
}

/** Such as "Salesforce → Salesforce EU · ac_t9…": the name on the service, and the new one. */
function connectionOf({ entry: { id = "", properties }, file, name: known }: Planned): string {
  if (known === undefined) return id;
  const next = properties.includes("name") ? file.inspected.request.name : undefined;
  const names = [known, ...(typeof next === "string" && next !== known ? [next] : [])];
  return `${names.map((name) => sanitizeText(name, 60)).join(" → ")} · ${id}`;
}

function sent({ properties, references, leftOut, unknownSetup }: PlanEntry): string {
  const named = properties.map((name) => {
    const from = references.filter((one) => one.property === name || one.property.startsWith(`${name}.`));
    return from.length === 0 ? name : `${name} (from ${from.map((one) => `${one.kind} ${one.name}`).join(", ")})`;
  });
  const hasSetup = properties.some((name) => name.startsWith("setup"));
  const more = leftOut.length > 0 && hasSetup ? [`left out: ${leftOut.join(", ")}`] : [];
  return [named.join(", "), ...more, ...(unknownSetup ? [UNKNOWN_SETUP] : [])].join("; ");
}

function wordFor({ entry: { status, outcome } }: Planned): string {
  return outcome === "probablyApplied" ? PROBABLY_APPLIED : status;
}

function summaryOf(planned: readonly Planned[]): string {
  const count = (word: string) => planned.filter((one) => wordFor(one) === word).length;
  const uncompared = planned.filter(({ entry: { notes } }) => notes.includes(NOT_COMPARED)).length;
  const more = [
    [count("drifted"), "changed on the service"],
    [count(PROBABLY_APPLIED), PROBABLY_APPLIED],
    [count("unknown"), "unknown"],
    [count("refused"), "refused"],
  ] as const;
  return [
    `${count("update")} to update`,
    `${count("unchanged")} unchanged${uncompared > 0 ? ` (values of ${uncompared} not compared)` : ""}`,
    ...more.flatMap(([many, what]) => (many > 0 ? [`${many} ${what}`] : [])),
  ].join(", ");
}

const PLAN_HEAD_BYTES = 100;
const PLAN = /^\{\s*"version": \d+,\s*"created": "/;

/** Whether a file is empty or begins like a plan, also one that was cut. Nobody loses what they wrote to a mistake. */
async function isReplaceable(file: string): Promise<boolean> {
  const head = await readRegularFile(file, PLAN_HEAD_BYTES).catch(() => undefined);
  return head !== undefined && (head.length === 0 || PLAN.test(head.toString()));
}

async function save(file: string, text: string, io: Io, flag: "w" | "a"): Promise<void> {
  const full = path.resolve(io.cwd, file);
  const refuse = (why: string) => new ExitError(`"${file}" can't be written: ${why}. Nothing was sent.`);
  // Everyone who can change the repository could redirect the output with a link.
  const found = await lstat(full).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw refuse("it's a symbolic link");
  if (flag === "w" && found?.isFile() === true && !(await isReplaceable(full)))
    throw refuse("it exists, and isn't a plan; choose another name, or delete it");
  // Without a blank line, the heading would belong to what another step wrote, such as "</details>".
  const before = flag === "a" && (found?.size ?? 0) > 0 ? "\n\n" : "";
  try {
    await writeText(full, before + printable(text), flag, io.stopping);
  } catch (error) {
    if (io.stopping.aborted) throw stopped();
    throw refuse(reasonOf(error));
  }
}
