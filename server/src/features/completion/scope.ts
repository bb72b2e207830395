import { setupFileFields, typeField, type Field } from "../../../../schemas/fields.js";
import { variants, variantsOfType, type Variant } from "../../../../schemas/variants.js";
import { has } from "../../document/jsonTree.js";
import { FILE_PROPERTIES, isBare } from "../../document/setupFile.js";
import type { Frame, OutlineProperty, CursorContext } from "./outline.js";

export interface Scope {
  /** "either": the root can still become a full file or a bare setup. */
  readonly kind: "file" | "setup" | "either";
  readonly others: readonly OutlineProperty[];
  readonly root: readonly OutlineProperty[];
}

export interface OfferedField {
  readonly field: Field;
  readonly variants: readonly Variant[];
}

/** @returns undefined in arrays and nested objects. */
export function scopeOf({ frame, property, token }: CursorContext): Scope | undefined {
  const others = frame.properties.filter((other) => other !== property && other.key !== token);
  const root = rootOf(frame);
  if (frame.kind !== "object" || !root) return undefined;
  if (frame === root) return { kind: rootKind(others, property), others, root: frame.properties };
  const bare = isBare(root.properties.map(({ key }) => key.text));
  return frame.parent === root && frame.name === "setup" && !bare
    ? { kind: "setup", others, root: root.properties }
    : undefined;
}

function rootOf(frame: Frame): Frame | undefined {
  for (let current: Frame | undefined = frame; current; current = current.parent) {
    if (current.parent?.kind === "text") return current.kind === "object" ? current : undefined;
  }
  return undefined;
}

function rootKind(others: readonly OutlineProperty[], property: OutlineProperty | undefined): Scope["kind"] {
  const names = (property ? [...others, property] : others).map(({ key }) => key.text);
  if (isBare(names)) return "setup";
  return names.some((name) => FILE_PROPERTIES.includes(name)) ? "file" : "either";
}

export function stringValueOf(properties: readonly OutlineProperty[], name: string): string | undefined {
  const value = properties.findLast(({ key }) => key.text === name)?.value;
  return value?.kind === "string" ? value.text : undefined;
}

/** The variants that a setup can still become: those of its type, if known, with the most of its fields. */
export function possibleVariants({ others }: Scope): readonly Variant[] {
  const type = stringValueOf(others, "type");
  const ofType = type === undefined ? [] : variantsOfType(type);
  const candidates = ofType.length > 0 ? ofType : variants;
  const fits = (variant: Variant): number =>
    others.filter(({ key }) => variant.fields.some(({ name }) => name === key.text)).length;
  const most = Math.max(...candidates.map(fits));
  return candidates.filter((variant) => fits(variant) === most);
}

/** The order of root properties. `setup` comes before `name`, since files rarely lack it. */
const ORDER = ["id", "tenant", "setup", "name", "expires"];
const FILE_FIELDS = offered(ORDER);
const SCHEMA = offered(["$schema"]);

function offered(names: readonly string[]): readonly OfferedField[] {
  return names.flatMap((name) =>
    setupFileFields.filter((field) => field.name === name).map((field) => ({ field, variants: [] })),
  );
}

/** The properties that can be added to an object, required ones first. */
export function offeredFields(scope: Scope): readonly OfferedField[] {
  const type: OfferedField = { field: typeField, variants: [] };
  if (scope.kind === "either") return [...FILE_FIELDS, type, ...SCHEMA];
  const all = scope.kind === "file" ? [...FILE_FIELDS, ...SCHEMA] : [type, ...fieldsOf(possibleVariants(scope))];
  return all.filter(({ field }) => !scope.others.some(({ key }) => key.text === field.name));
}

function fieldsOf(possible: readonly Variant[]): readonly OfferedField[] {
  const names = new Set(possible.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const all = Array.from(names).flatMap((name) => {
    const having = possible.filter(({ fields }) => has(fields, name));
    const fields = having.flatMap((variant) => variant.fields.filter((field) => field.name === name));
    const field = fields.find(({ required }) => required) ?? fields[0];
    return field ? [{ field, variants: having }] : [];
  });
  return [...all.filter(({ field }) => field.required), ...all.filter(({ field }) => !field.required)];
}

export function fieldsNamed(name: string, scope: Scope): readonly Field[] {
  if (scope.kind === "file") return setupFileFields.filter((field) => field.name === name);
  if (name === "type") return [typeField];
  const inSetup = possibleVariants(scope).flatMap(({ fields }) => fields.filter((field) => field.name === name));
  return scope.kind === "either" ? [...setupFileFields.filter((field) => field.name === name), ...inSetup] : inSetup;
}
