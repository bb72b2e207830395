import type { HistoryLine } from "../../core/push/history.js";

/** The pushes of one day, newest first. */
export interface PushDay {
  /** In this machine's time zone, such as `2026-11-22`. */
  readonly day: string;
  readonly lines: readonly HistoryLine[];
}

/** The history by days, the newest first. What was checked later stands at the time it was sent. */
export function pushDays(lines: readonly HistoryLine[]): readonly PushDay[] {
  const days = new Map<string, HistoryLine[]>();
  for (const line of lines.toSorted((a, b) => b.time - a.time)) {
    const day = dayOf(line.time);
    const members = days.get(day);
    if (members) members.push(line);
    else days.set(day, [line]);
  }
  return [...days].map(([day, members]) => ({ day, lines: members }));
}

/** The day of a moment in milliseconds since the epoch, in this machine's time zone. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What tells a push from every other of the history. */
export function pushKey({ push, time, origin, id }: HistoryLine): string {
  return push ?? `${String(time)} ${origin} ${id}`;
}
