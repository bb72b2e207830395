import { plainText } from "../plainText.js";
import type { ReviewDocuments } from "../push/surface/reviewDocuments.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** Shows a record as JSON that cannot be edited, in a tab with the connection's name. The only place where `account_name` is shown. */
export async function showRecordOf(
  origin: string,
  record: ConnectionRecord,
  documents: ReviewDocuments,
): Promise<void> {
  const fields = (key: string, value: unknown) => (key === "missing" ? undefined : value);
  const name = plainText(record.name, 60).replaceAll("/", "-");
  await documents.show(
    `${JSON.stringify(record, fields, 2)}\n`,
    `${origin}/${record.id}`,
    name === "" ? "record" : name,
  );
}
