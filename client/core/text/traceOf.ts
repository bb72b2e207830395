import { codeOf } from "./codeOf.js";

/** How many causes of an error are followed. */
const MAX_CAUSES = 5;

/** A frame of a stack: the function, and where it is. The folder is left out, since it may name a person. */
const FRAME = /^\s+at (?:(?<called>[\w.$#<> [\]]{1,200}) \()?[^()\n]*?(?<place>[\w.-]{1,100}:\d+:\d+)\)?$/;

/**
 * Describes an error for the log: its class, code, and stack, and those of its causes. Never its message, which may
 * quote a value.
 */
export function traceOf(error: unknown): string {
  const causes: Error[] = [];
  let cause = error;
  while (cause instanceof Error && !causes.includes(cause) && causes.length < MAX_CAUSES) {
    causes.push(cause);
    cause = cause.cause;
  }
  return causes.length === 0 ? typeof error : causes.map(describe).join("\ncaused by ");
}

function describe(error: Error): string {
  const name = /^\w{1,80}$/.test(error.name) ? error.name : "Error";
  return [[name, numberOf(error) || codeOf(error)].join(" ").trim(), ...framesOf(error)].join("\n");
}

/** The language server's errors have numbers as codes. */
function numberOf(error: Error): string {
  return "code" in error && Number.isSafeInteger(error.code) ? String(error.code) : "";
}

function framesOf({ message, stack = "" }: Error): readonly string[] {
  // A message of several lines may contain one that looks like a frame.
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split("\n");
  return frames.flatMap((line) => {
    const { called = "", place = "" } = FRAME.exec(line)?.groups ?? {};
    return place === "" ? [] : `    at ${called} ${place}`.replace(/ {2}(?=\S+$)/, " ");
  });
}
