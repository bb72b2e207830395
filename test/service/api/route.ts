import type { RecordedRequest } from "../http/request-log.js";

/** The path that the base address carries ("Versioning"). */
export const BASE_PATH = "/api/v2";
const LIST_PATH = `${BASE_PATH}/flows/vault/connections`;
const TOKEN_PATH = "/oauth/token/";

/** Where a request leads. The id is undefined if it can't be decoded. */
type Route = Pick<RecordedRequest, "operation" | "id" | "page">;

/** Finds the operation for a method and a path ("Endpoints", "Authentication"). Paths are compared as sent: nothing is normalized. */
export function route(method: string, path: string, query: URLSearchParams): Route {
  if (path === LIST_PATH && method === "GET") return { operation: "list", page: Number(query.get("page") ?? "0") };
  if (path === TOKEN_PATH && method === "POST") return { operation: "token" };
  const segment = path.startsWith(`${LIST_PATH}/`) ? path.slice(LIST_PATH.length + 1) : "";
  const isUpdate = method === "PATCH" && segment !== "" && !segment.includes("/");
  return isUpdate ? { operation: "update", id: decoded(segment) } : { operation: "other" };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
