import type { Service } from "../../service/service.js";

/** What came back, whatever it was. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined if it isn't. */
  readonly json: unknown;
}

/** What a call sends. Without `token` it is the service's own; null sends none. */
interface Call {
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

/** The list operation with a query, as it stands after the question mark. */
export function list(to: Service, query = "", call: Call = {}): Promise<Response> {
  return request(to, `?${query}`, { method: "GET" }, call);
}

/** The update operation; the id is put into the path as it is. Text or bytes go as they are, anything else as JSON. */
export function update(
  to: Service,
  id: string,
  body: string | Uint8Array | object,
  call: Call = {},
): Promise<Response> {
  const raw = typeof body === "string" || body instanceof Uint8Array;
  return request(to, `/${id}`, { method: "PATCH", body: raw ? body : JSON.stringify(body) }, call);
}

async function request(to: Service, path: string, init: RequestInit, { token, signal }: Call): Promise<Response> {
  const bearer = token === undefined ? to.accessToken : token;
  const headers = {
    "Content-Type": "application/json",
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
  };
  const given = { ...init, redirect: "manual", headers, ...(signal && { signal }) } as const;
  return read(await fetch(`${to.baseUrl}/flows/vault/connections${path}`, given));
}

export async function read(response: globalThis.Response): Promise<Response> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const json = isJson ? (JSON.parse(text) as unknown) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

/** The sentence of an error body in the default shape. */
export function message(response: Response): string {
  return (response.json as { readonly message: string }).message;
}
