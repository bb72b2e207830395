import { filtered, NO_FILTER, type Filter, type Marks } from "./connectionFilter.js";
import type { Order, RecordList } from "./recordList.js";
import type { ConnectionRecord } from "../service/operations/records.js";

export interface Arrangement extends Filter {
  readonly grouped: boolean;
  readonly order: Order;
}

export const PLAIN: Arrangement = { ...NO_FILTER, grouped: false, order: "name" };

/** `application` is undefined for the one group that holds every row of an ungrouped list. */
export interface Group {
  readonly application: string | undefined;
  readonly connections: readonly ConnectionRecord[];
}

/** @param language for sorting names, as a BCP 47 tag. */
export function arranged(
  records: Pick<RecordList, "sorted">,
  arrangement: Arrangement,
  marks: Marks,
  language: string,
): readonly Group[] {
  const rows = filtered(records.sorted(arrangement.order, language), arrangement, marks);
  if (!arrangement.grouped) return [{ application: undefined, connections: rows }];
  const groups = new Map<string, ConnectionRecord[]>();
  for (const row of rows) {
    const group = groups.get(row.app_id);
    if (group) group.push(row);
    else groups.set(row.app_id, [row]);
  }
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([application, connections]) => ({ application, connections }));
}
