import { afterEach, describe, expect, it, vi } from "vitest";
import { formatRelativeTime, normalizeTime } from "../../client/core/text/formatTime.js";

const NOW = Date.parse("2026-06-15T12:00:00Z");

it.each([
  ["2025-01-01T01:00:00+01:00", "2025-01-01T00:00:00.000Z"],
  ["2024-02-29T23:59:59.9Z", "2024-02-29T23:59:59.900Z"],
  ["2024-02-31T99:00:00Z", ""],
  ["yesterday", ""],
  ["0001-01-01T00:00:00Z", ""],
  ["0001-01-01T00:00:00", ""],
  ["1900-01-01T00:00:00Z", ""],
  ["1970-01-01T00:00:00.000Z", ""],
  ["9999-12-31T23:59:59.999Z", ""],
  ["", ""],
  [undefined, ""],
])("formats the time %j as %j", (time, normal) => {
  expect(normalizeTime(time)).toBe(normal);
});

describe("a time without a zone", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(["2026-06-15T12:00:00.000", "2026-06-15 12:00:00", "2026-06-15T12:00", "2026-06-15t12:00:00.000000"])(
    "is in UTC wherever it's read: %s",
    (time) => {
      for (const zone of ["UTC", "Asia/Tokyo", "America/St_Johns"]) {
        vi.stubEnv("TZ", zone);
        expect(normalizeTime(time)).toBe("2026-06-15T12:00:00.000Z");
      }
    },
  );
});

describe("relative times", () => {
  it.each([
    ["2026-06-15T11:59:50Z", "now"],
    ["2026-06-15T11:55:00Z", "5 minutes ago"],
    ["2026-06-14T12:20:00Z", "23 hours ago"],
    ["2026-06-14T02:00:00Z", "1 day ago"],
    ["2026-05-11T12:00:00Z", "1 month ago"],
    ["2025-06-16T12:00:00Z", "11 months ago"],
    ["2023-06-15T12:00:00Z", "3 years ago"],
    ["2026-06-15T12:05:00Z", "in 5 minutes"],
  ])("%s is %j", (time, words) => {
    expect(formatRelativeTime(Date.parse(time), NOW)).toBe(words);
  });
});
