import { afterEach } from "vitest";
import { startService, type Service, type ServiceOptions } from "../../service/service.js";

/** What came back, whatever it was. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined if it is not. */
  readonly json: unknown;
}

/** What a call sends. Without `token` it is the service's own; null sends none. */
export interface Call {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes go as they are, anything else as JSON. */
  readonly body?: string | Uint8Array | object;
}

const JSON_TYPE = { "Content-Type": "application/json" };
const running: Service[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

/** A service that stops after the test. */
export async function service(options: ServiceOptions = {}): Promise<Service> {
  const started = await startService(options);
  running.push(started);
  return started;
}

/** Sends one request to a path below the base address. */
async function call(to: Service, method: string, path: string, { token, headers, body }: Call = {}): Promise<Response> {
  const bearer = token === undefined ? to.accessToken : token;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(to.baseUrl + path, {
    method,
    redirect: "manual",
    headers: {
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(raw || body === undefined ? {} : JSON_TYPE),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  return read(response);
}

export async function read(response: globalThis.Response): Promise<Response> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** The list operation with a query, as it stands after the question mark. */
export function list(to: Service, query = "", options: Call = {}): Promise<Response> {
  return call(to, "GET", `/flows/vault/connections${query === "" ? "" : `?${query}`}`, options);
}

/** The update operation; the id is put into the path as it is. */
export function update(to: Service, id: string, body?: Call["body"], options: Call = {}): Promise<Response> {
  return call(to, "PATCH", `/flows/vault/connections/${id}`, body === undefined ? options : { ...options, body });
}

/** The records of a plain list. */
export function records(response: Response): readonly Readonly<Record<string, unknown>>[] {
  return response.json as readonly Readonly<Record<string, unknown>>[];
}

/** The sentence of an error body in the default shape. */
export function message(response: Response): string {
  return (response.json as { readonly message: string }).message;
}

/** The code of the socket error a request failed with; rejects if it did not fail. */
export async function socketError(request: Promise<unknown>): Promise<string> {
  try {
    await request;
  } catch (error) {
    const cause =
      (error as { readonly cause?: { readonly code?: string } }).cause ?? (error as { readonly code?: string });
    return cause.code ?? String(error);
  }
  throw new Error("The request did not fail.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
