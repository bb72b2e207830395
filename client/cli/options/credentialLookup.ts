import type { Credential, SignInField, Values } from "../../core/service/signIn/method.js";
import { fieldsKept, SIGN_IN_METHODS } from "../../core/service/signIn/signInMethods.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { isString, dictionaryOf } from "../../core/storage/shape.js";
import { isObject, parseJsonc, repeatedName } from "../../core/text/json.js";
import { ExitError } from "../exits.js";
import type { Io } from "../io.js";
import type { ConnectOptions } from "./withConnection.js";
import { leftoverIn } from "./leftoverIn.js";
import { readFileOrDescriptor } from "./safeFile.js";

export const VARIABLES = "VAULTCONN_";

/**
 * Looks up credentials in the named file or file descriptor, then in the environment.
 * @param tenants all specified tenants: variables without a tenant's name apply only if there's one.
 * @returns a function that returns a tenant's credential, or sentences that say what's missing.
 * @throws ExitError
 */
export async function credentialLookup(
  { credentials: file, credentialsFd: descriptor }: Pick<ConnectOptions, "credentials" | "credentialsFd">,
  tenants: readonly Tenant[],
  root: string,
  { cwd, env, stopping }: Pick<Io, "cwd" | "env" | "stopping">,
): Promise<(tenant: Tenant) => Credential | readonly string[]> {
  const text = await readFileOrDescriptor("credentials", { file, descriptor }, { cwd, env, root, stopping });
  const fromFile = text === undefined ? undefined : parse(text);
  return (tenant) => {
    const prefixes = prefixesOf(tenant, tenants);
    const variable = ({ name }: SignInField) => prefixes.at(-1)?.(name) ?? "";
    const values = fromFile?.get(tenant.host);
    if (values) {
      // Anyone who can change the file of tenants, which may be committed, could have the secret sent elsewhere.
      if (values["accessToken"] === undefined && values["authUrl"] === undefined && tenant.authUrl !== tenant.origin)
        return [
          `${tenant.name} has its own authUrl. To send the secret there, add "authUrl" to its entry in the credentials file, too.`,
        ];
      const missing = `Its entry in the credentials file needs ${alternatives(({ name }) => name)}.`;
      return signIn(tenant, { valueOf: ({ name }) => values[name], nameOf: ({ name }) => name, missing });
    }
    const similar = [...(fromFile?.keys() ?? [])].find((host) => hostnameOf(host) === hostnameOf(tenant.host));
    const otherPort = similar === undefined ? "" : ` Its entry for ${similar} isn't for this port.`;
    const instead = fromFile ? `add ${tenant.host} to the credentials file` : "use --credentials";
    const rename = `No variable can be named after it, because ${whyNoVariable(tenant, tenants)}. Rename the tenant, or ${instead}.${otherPort}`;
    const set = `Set ${alternatives(variable)}, or ${instead}.${otherPort}`;
    const valueOf = (field: SignInField) =>
      prefixes.map((prefix) => env[prefix(field.name)]).find((value) => (value ?? "").trim() !== "");
    return signIn(tenant, { valueOf, nameOf: variable, missing: prefixes.length === 0 ? rename : set });
  };
}

/** Lists what any of the methods needs. */
function alternatives(nameOf: (field: SignInField) => string): string {
  const names = SIGN_IN_METHODS.flatMap((known) => fieldsKept(known, "secret").map(nameOf));
  return `${names.slice(0, -1).join(", ")}, or ${names.at(-1) ?? ""}`;
}

interface Source {
  readonly valueOf: (field: SignInField) => string | undefined;
  /** What the field is called where its value comes from. */
  readonly nameOf: (field: SignInField) => string;
  /** A sentence for a tenant without credentials. */
  readonly missing: string;
}

function signIn(tenant: Tenant, { valueOf, nameOf, missing }: Source): Credential | readonly string[] {
  const [method, another] = SIGN_IN_METHODS.filter((known) => fieldsKept(known, "secret").every(valueOf));
  if (!method) return [`No credentials for ${tenant.name}. ${missing}`];
  if (another) {
    const both = [method, another].flatMap((known) => fieldsKept(known, "secret").map(nameOf));
    return [
      `${tenant.name} has several credentials: ${both.join(" and ")}. Keep only one, because each is a different way to sign in.`,
    ];
  }
  const values: Record<string, string | undefined> = {};
  for (const field of method.fields) {
    const text = valueOf(field) ?? tenant.signIn[field.name];
    if (text !== undefined && text.trim() !== "") values[field.name] = field.clean?.(text) ?? text.trim();
  }
  const problems = method.fields.flatMap((field) => {
    const problem = field.check(values[field.name] ?? "", values);
    if (problem !== undefined) return [`${tenant.name}, ${nameOf(field)}: ${problem}`];
    const leftover = leftoverIn(values[field.name] ?? "", nameOf(field));
    return leftover === undefined ? [] : [`${tenant.name}: ${leftover}`];
  });
  return problems.length > 0 ? problems : { ...values, kind: method.kind };
}

/** Variables end with the tenant's name, which is optional if there's only one tenant. */
function prefixesOf(tenant: Tenant, tenants: readonly Tenant[]): readonly ((field: string) => string)[] {
  const named = (field: string) => `${VARIABLES}${constant(field)}_${constant(tenant.name)}`;
  const prefixes = whyNoVariable(tenant, tenants) === undefined ? [named] : [];
  return tenants.length === 1 ? [...prefixes, (field) => VARIABLES + constant(field)] : prefixes;
}

/** Returns why a tenant's name can't be part of a variable, or undefined if it can. */
function whyNoVariable(tenant: Tenant, tenants: readonly Tenant[]): string | undefined {
  const name = constant(tenant.name);
  if (name === "") return "its name has no letters from A to Z and no digits";
  const other = tenants.find((one) => one !== tenant && constant(one.name) === name);
  return other && `${other.name} would have the same one`;
}

/** Converts `clientSecret` to `CLIENT_SECRET`, and `Acme EU` to `ACME_EU`. */
function constant(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, "_")
    .replace(/^_|_$/g, "");
}

const FIELDS = [...new Set(SIGN_IN_METHODS.flatMap(({ fields }) => fields.map(({ name }) => name)))];

const isCredential = dictionaryOf(isString);
const AS_IN = 'as in {"acme.example.com": {"accessToken": "…"}}';

function parse(text: string): ReadonlyMap<string, Values> {
  const refuse = (why: string) => new ExitError(`The credentials can't be used: ${why}.`);
  const value = parseJsonc(text);
  if (!isObject(value)) throw refuse(`they aren't ${value === undefined ? "JSON" : "an object"}, ${AS_IN}`);
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw refuse(`they have "${repeated}" twice; remove one`);
  const found = new Map<string, Values>();
  for (const [address, entry] of Object.entries(value)) {
    if (!isCredential(entry)) throw refuse(`the value of ${address} isn't an object with strings, ${AS_IN}`);
    const unknown = Object.keys(entry).find((name) => !FIELDS.includes(name));
    const meant = FIELDS.find((name) => constant(name) === constant(unknown ?? ""));
    if (unknown !== undefined)
      throw refuse(`${address} has "${unknown}", which isn't known; use ${meant ?? FIELDS.join(", ")}`);
    const host = hostOf(address);
    if (found.has(host)) throw refuse(`they have several entries for ${host}`);
    found.set(host, entry);
  }
  return found;
}

/** Without the port. */
function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Accepts an address as well as a host. */
function hostOf(address: string): string {
  const url = address.includes("://") ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).host : address;
}
