import type { Operation } from "../http/request-log.js";

/** The path that the base address carries ("Versioning"). */
export const BASE_PATH = "/api/v2";
const LIST_PATH = `${BASE_PATH}/flows/vault/connections`;
const TOKEN_PATH = "/oauth/token/";

/** Where a request leads. */
export interface Route {
  readonly operation: Operation;
  /** The connection an update is for, decoded; undefined if it can't be decoded. */
  readonly id?: string | undefined;
  /** The methods of a path that exists, where the request's own isn't among them. */
  readonly allowed?: string;
}

/** Finds the operation for a method and a path ("Endpoints", "Authentication"). Paths are compared as sent: nothing is normalized. */
export function route(method: string, path: string): Route {
  if (path === LIST_PATH) return method === "GET" ? { operation: "list" } : { operation: "other", allowed: "GET" };
  if (path === TOKEN_PATH) return method === "POST" ? { operation: "token" } : { operation: "other", allowed: "POST" };
  const segment = path.startsWith(`${LIST_PATH}/`) ? path.slice(LIST_PATH.length + 1) : "";
  if (segment === "" || segment.includes("/")) return { operation: "other" };
  return method === "PATCH" ? { operation: "update", id: decoded(segment) } : { operation: "other", allowed: "PATCH" };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
