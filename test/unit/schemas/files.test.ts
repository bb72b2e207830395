import { posix, win32 } from "node:path";
import { expect, it } from "vitest";
import { isInside } from "../../../schemas/files.js";

it.each([
  [posix, "/work", "/work/a", true],
  [posix, "/work", "/work/..a/b", true],
  [posix, "/work", "/work", false],
  [posix, "/work", "/worker/a", false],
  [posix, "/work", "/work/../a", false],
  [posix, "/", "/work", true],
  [win32, "C:\\work", "c:\\Work\\a", true],
  [win32, "C:\\work", "C:\\worker\\a", false],
  [win32, "C:\\work", "C:\\a", false],
  [win32, "C:\\work", "D:\\a", false],
  [win32, "C:\\work", "D:\\", false],
  [win32, "C:\\work", "\\\\server\\share\\a", false],
  [win32, "\\\\server\\share", "\\\\server\\share\\a", true],
  [win32, "\\\\server\\share", "\\\\server\\other\\a", false],
  [win32, "C:\\", "C:\\a", true],
] as const)("knows whether a path is inside a folder, case %#", (system, folder, file, expected) => {
  expect(isInside(folder, file, system)).toBe(expected);
});
