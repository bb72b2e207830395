import { recordFields } from "../../../schemas/fields.js";
import type { ConnectionStore } from "../data/store.js";
import { jsonReply, type Reply } from "../http/reply.js";
import type { RecordedRequest } from "../http/request-log.js";
import type { Problem } from "./error-reply.js";
import { validateUpdate } from "./validate.js";

const MAX_ID_LENGTH = recordFields.find(({ name }) => name === "id")?.maxLength ?? 0;

/** Answers "PATCH {base_url}/flows/vault/connections/{id}". The request is marked as applied if it changed the connection. */
export function update(request: RecordedRequest, store: ConnectionStore): Reply | Problem {
  const { id } = request;
  if (id === undefined) return { status: 400, message: "The path parameter id is not valid." };
  if (Array.from(id).length > MAX_ID_LENGTH)
    return { status: 400, message: `The path parameter id must have at most ${MAX_ID_LENGTH} characters.` };
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return { status: 400, message: "The content type must be application/json." };
  const decoded = decodeBody(request.body);
  if (decoded === undefined) return { status: 400, message: "The request body is not valid JSON." };
  const valid = validateUpdate(decoded.value);
  if ("status" in valid) return valid;
  if (Object.keys(valid.update).length === 0) {
    return { status: 400, message: "The request body must have the property name or setup." };
  }
  const record = store.update(id, valid.update);
  if (record === undefined) return { status: 404, message: "The vault connection does not exist." };
  request.applied = true;
  return jsonReply(200, record);
}

/** Decodes the JSON of a body; undefined where it is none, or not UTF-8. */
function decodeBody(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)) };
  } catch {
    return undefined;
  }
}
