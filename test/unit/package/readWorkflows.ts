import { readdirSync, readFileSync } from "node:fs";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { isPair, isScalar, parseDocument, visit } from "yaml";

/** A step of a job, with the job it is in. */
interface Step {
  readonly job: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Omit<Step, "job">[];
}

/** As much of a workflow as is looked at. */
export interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const FOLDER = ".github/workflows";
export const read = (name: string): string => readFileSync(name, "utf8");
/** The files of this repository's workflows. */
export const names = readdirSync(FOLDER);

/** Every step of a workflow. */
export function steps({ jobs }: Workflow): readonly Step[] {
  return Object.entries(jobs).flatMap(([job, { steps: listed = [] }]) => listed.map((step) => ({ job, ...step })));
}

/** What a workflow's jobs and steps use of others, with the comment behind each. */
export function used(yaml: string): readonly { readonly action: string; readonly comment: string }[] {
  const found: { action: string; comment: string }[] = [];
  visit(parseDocument(yaml), (_, node) => {
    if (!isPair(node) || !isScalar(node.key) || node.key.value !== "uses" || !isScalar(node.value)) return;
    found.push({ action: String(node.value.value), comment: node.value.comment ?? "" });
  });
  return found;
}

/** What GitHub's own reader of workflows finds wrong with one: its form, and the expressions in it. */
export async function faults(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
  const { errors = [] } = value ? await convertWorkflowTemplate(context, value) : {};
  return [...context.errors.getErrors().map(({ message }) => message), ...errors.map(({ Message }) => Message)];
}
