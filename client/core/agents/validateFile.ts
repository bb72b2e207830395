import type { ValidateResult } from "../../../server/protocol/messages.js";
import { variants, type Variant } from "../../../schemas/variants.js";
import { variantNumbered } from "../secrets/texts.js";
import { escapeText } from "../text/escapeText.js";
import { isObject } from "../text/json.js";
import { displayPath, setupFilesAt } from "./setupFilesAt.js";
import { AgentError, type AgentHost } from "./host.js";
import { fitting } from "./answers.js";

/** As many as problems of a file. */
const MAX_UNKNOWN = 100;

export interface ValidateInput {
  readonly path?: string;
  readonly text?: string;
  readonly variant?: string;
}

/** Returns the problems that the editor shows, with their fixes. */
export async function validateFile(
  { path, text: given, variant }: ValidateInput,
  host: AgentHost,
  signal: AbortSignal,
) {
  // Beside a path, some clients send "" for what they leave out.
  const text = given === "" && path !== undefined ? undefined : given;
  if ((path === undefined) === (text === undefined)) throw new AgentError('Give either "path" or "text".');
  const expected = variant === undefined ? undefined : variantNamed(variant);
  const [file = "", ...others] = path === undefined ? [] : await setupFilesAt(path, host);
  if (path !== undefined && (file === "" || others.length > 0))
    throw new AgentError(
      `"path" must be one setup file, but ${others.length === 0 ? "no" : "several"} files are there.`,
    );
  const read = text ?? (await host.readText(file));
  if (typeof read !== "string") throw new AgentError(`"path" can't be read: ${read.reason}.`);
  const [result] = await host.check([{ path: file, text: read }], signal);
  if (!result) throw new Error("A file wasn't checked.");
  const { problems, inspected } = result;
  const shown = fitting(
    problems.map(({ fix, ...problem }) => ({
      ...problem,
      fix: fix ? { title: fix.title, edits: fix.edits ?? null } : null,
    })),
  );
  return {
    file: file === "" ? null : displayPath(file, host),
    valid: problems.every(({ severity }) => severity !== "error"),
    variant: variantNumbered(inspected.variant ?? inspected.nearest)?.name ?? null,
    problems: shown,
    leftOut: problems.length - shown.length,
    expected: expected ? differences(expected, inspected) : null,
  };
}

/** @throws AgentError that lists the variants if the name is unknown. */
export function variantNamed(name: string): Variant {
  const variant = variants.find((one) => one.name === name);
  if (!variant)
    throw new AgentError(`There is no such variant. Use one of: ${variants.map((one) => one.name).join(", ")}.`);
  return variant;
}

/** Returns which properties the setup lacks and which it has too many for the variant that the agent expects. */
function differences(
  { name, type, fields, closed }: Variant,
  { variant, nearest, request }: ValidateResult["inspected"],
) {
  const written = isObject(request.setup) ? Object.keys(request.setup) : [];
  const unknown = (closed ? written : []).filter(
    (key) => key !== "type" && fields.every((field) => field.name !== key),
  );
  return {
    variant: name,
    matches: variantNumbered(variant ?? nearest)?.name === name,
    type,
    missing: fields.filter((field) => field.required && !written.includes(field.name)).map((field) => field.name),
    unknown: unknown.slice(0, MAX_UNKNOWN).map((key) => escapeText(key, 100)),
    leftOut: Math.max(0, unknown.length - MAX_UNKNOWN),
  };
}
