import { expect, it } from "vitest";
import { nameBeforeRename } from "../../../client/extension/editor/nameBeforeRename.js";

const RECORD = { ready: true, updated_at: "", fingerprint: "1", at: 5 };
const HERE = { record: { ...RECORD, name: "New" }, renamed: true };
const NOT_HERE = { record: { ...RECORD, name: "Old" } };
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

it.each<[string, string | undefined, string | undefined, object | undefined, boolean, string | undefined]>([
  ["renamed here", "Old", "New", HERE, false, "Old"],
  ["renamed here, with a reference in the file", "${env:TITLE}", "New", HERE, false, "${env:TITLE}"],
  ["renamed here, and the file after it", "New", "New", HERE, false, undefined],
  ["renamed here to what looks like a reference", "$${env:X}", "${env:X}", HERE, false, undefined],
  ["renamed here, and the file has no name", undefined, "New", HERE, false, undefined],
  ["renamed by someone who shares the lock file", "Old", "New", NOT_HERE, true, "Old"],
  ["renamed, and only the lock file knows the push", "Old", "New", undefined, true, "Old"],
  [
    "unknown, since only the lock file knows the push and a reference",
    "${env:TITLE}",
    "New",
    undefined,
    true,
    undefined,
  ],
  ["unknown, since its row isn't loaded", "Old", undefined, undefined, true, undefined],
  ["as it was, and the name in the file was edited", "Edited", "Old", NOT_HERE, false, undefined],
  ["as it was, and the service shows the name otherwise", "Old ", "Old", NOT_HERE, true, undefined],
])("a connection that's %s", (_, written, name, remembered, isFileLocked, expected) => {
  const references = written?.startsWith("${")
    ? [{ kind: "env" as const, name: "TITLE", range, property: ["name"] }]
    : [];
  const inspected = { request: written === undefined ? {} : { name: written }, references };
  expect(nameBeforeRename(inspected, remembered, { name, isFileLocked })).toBe(expected);
});
