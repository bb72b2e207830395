import { randomUUID } from "node:crypto";

/** A number that JavaScript would write differently, with its place from the update down: `["setup", "retries"]`. */
export interface ExactNumber {
  readonly property: readonly (string | number)[];
  /** As JSON writes numbers. */
  readonly text: string;
}

/** RFC 8259, section 6. Nothing else is put into a body as it stands. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** `JSON.stringify`, but for numbers that are to be written digit for digit. */
export function stringifyExactly(value: object, numbers: readonly ExactNumber[]): string {
  const exact = numbers.filter(({ text }) => NUMBER.test(text));
  if (exact.length === 0) return JSON.stringify(value);
  // Nobody could have written this text into a file before.
  const mark = randomUUID();
  const marked = structuredClone(value);
  for (const [index, { property }] of exact.entries()) replace(marked, property, `${mark}:${index}`);
  return JSON.stringify(marked).replaceAll(
    new RegExp(`"${mark}:(\\d+)"`, "g"),
    (whole, index: string) => exact[Number(index)]?.text ?? whole,
  );
}

/** Puts a text in the place of a value; a place that is not there stays so. */
function replace(value: object, property: readonly (string | number)[], text: string): void {
  const last = property.at(-1);
  const holder = property.slice(0, -1).reduce<unknown>((part, step) => own(part, step), value);
  if (last !== undefined && own(holder, last) !== undefined) Object.defineProperty(holder, last, { value: text });
}

/** Names such as `__proto__` are properties like any other. A number beyond all bounds has come as null. */
function own(value: unknown, step: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string | number, unknown>)[step]
    : undefined;
}
