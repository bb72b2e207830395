import { expect, it } from "vitest";
import { traceOf } from "../../../client/core/text/traceOf.js";
import {
  ExplainedError,
  inBackground,
  logFailuresTo,
  runReportingErrors,
} from "../../../client/extension/ui/inBackground.js";

import { editor } from "../vscode.js";

const secret = "canaryOfTheBackground77d1";

function failing(message: string, more: object = {}, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), more);
}

const frame = `\n    at ${secret} (/home/${secret}/file.ts:1:2)`;

const errors: readonly (readonly [kind: string, error: unknown, begin: RegExp])[] = [
  ["a message", failing(secret), /^Error\n {4}at failing inBackground\.test\.ts:\d+:\d+\n/],
  ["a message that looks like a stack", failing(secret + frame), /^Error\n {4}at failing /],
  ["a code of Node", failing(secret, { code: "ENOSPC" }), /^Error ENOSPC\n/],
  [
    "a code of the language server",
    failing(secret, { name: "ResponseError", code: -32_097 }),
    /^ResponseError -32097\n/,
  ],
  ["a code with a value", failing(secret, { code: `is ${secret}` }), /^Error\n/],
  ["a name with a value", failing("", { name: `${secret} ${secret}` }), /^Error\n/],
  ["causes", failing(secret, {}, new TypeError(secret)), /^Error\n[^]+\ncaused by TypeError\n {4}at /],
  ["a text", secret, /^string$/],
  ["a rejected object", { message: secret }, /^object$/],
  ["no stack", failing(secret, { stack: undefined }), /^Error$/],
];

it.each(errors)("logs an error with %s by its names, codes, and places only", (_, error, begin) => {
  const trace = traceOf(error);
  expect(trace).toMatch(begin);
  expect(trace).not.toContain(secret);
  expect(trace).not.toContain("/");
});

it("follows causes that lead back to their error, and only some of many", () => {
  const circle = failing("one", {}, failing("two"));
  (circle.cause as Error).cause = circle;
  expect(traceOf(circle).split("caused by")).toHaveLength(2);
  let deep = failing("deepest");
  for (let depth = 0; depth < 100; depth += 1) deep = failing("cause", {}, deep);
  expect(traceOf(deep).split("caused by")).toHaveLength(5);
});

it("reports work that fails in the background, once as long as its message is open", async () => {
  const logged: string[] = [];
  logFailuresTo({ error: (text: unknown) => void logged.push(String(text)) });
  let close: (answer: unknown) => void = () => undefined;
  editor.press = () => new Promise((resolve) => (close = resolve));
  const fail = () => Promise.reject(failing(secret));
  const throws = (): Promise<void> => {
    throw failing(secret);
  };
  const told = ["The states of setup files couldn't be updated. For details, see the log.", "Show Log"];
  inBackground("compute-file-states", fail);
  inBackground("compute-file-states", throws);
  await expect.poll(() => logged).toHaveLength(2);
  expect(editor.messages).toEqual([told]);
  expect(logged.join()).toMatch(/^compute-file-states failed: Error\n {4}at failing /);
  expect(logged.join()).not.toContain(secret);
  inBackground("load-connections", fail);
  await expect.poll(() => editor.messages).toHaveLength(2);
  // The other message is open, so it's closed first.
  close("Show Log");
  await expect.poll(() => editor.executed).toEqual([["vaultconn.showLog"]]);
  // The message may count as open until after its button's command.
  const failAgain = () => {
    inBackground("load-connections", fail);
    return editor.messages;
  };
  await expect.poll(failAgain).toHaveLength(3);
});

it("says that a command failed each time", async () => {
  const logged: string[] = [];
  logFailuresTo({ error: (text: unknown) => void logged.push(String(text)) });
  const fail = () => Promise.reject(failing(secret, { code: "EACCES" }));
  await runReportingErrors("vaultconn.push", fail);
  await runReportingErrors("vaultconn.push", fail);
  const told = ["The command failed. For details, see the log.", "Show Log"];
  expect(editor.messages).toEqual([told, told]);
  expect(logged[0]).toMatch(/^vaultconn\.push failed: Error EACCES\n {4}at failing /);
});

it("shows what an error says itself, and what to do next", async () => {
  const stopped = () => Promise.reject(new ExplainedError("It has stopped.", ["restartLanguageServer"], undefined));
  await runReportingErrors("vaultconn.push", stopped);
  inBackground("follow-rotation", stopped);
  await expect.poll(() => editor.messages).toHaveLength(2);
  expect(new Set(editor.messages.map(String))).toEqual(new Set(["It has stopped.,Restart Language Server"]));
});
