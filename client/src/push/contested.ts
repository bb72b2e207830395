import type { PushRequest } from "./prepare.js";

/** Chosen pushes, apart from those that several files want to make to one connection. */
export interface ByTarget {
  /** Each the only one to its connection. */
  readonly single: readonly PushRequest[];
  /** Two or more to one connection: whichever came last would win, so one has to be chosen. */
  readonly contested: readonly (readonly PushRequest[])[];
}

/** Finds the connections that more than one of the files is for. */
export function byTarget(requests: readonly PushRequest[]): ByTarget {
  const groups = new Map<string, PushRequest[]>();
  for (const request of requests) {
    const target = `${request.tenant.origin} ${request.id}`;
    groups.set(target, [...(groups.get(target) ?? []), request]);
  }
  const all = [...groups.values()];
  return {
    single: all.flatMap((group) => (group.length === 1 ? group : [])),
    contested: all.filter(({ length }) => length > 1),
  };
}
