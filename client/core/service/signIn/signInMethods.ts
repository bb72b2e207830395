import type { SignInField, SignInMethod, Values } from "./method.js";
import { accessToken } from "./methods/accessToken.js";
import { clientCredentials } from "./methods/clientCredentials.js";
import { privateKeyJwt } from "./methods/privateKeyJwt.js";

/** In the order they are offered. */
export const SIGN_IN_METHODS: readonly SignInMethod[] = [accessToken, clientCredentials, privateKeyJwt];

export function methodOf(kind: unknown): SignInMethod | undefined {
  return SIGN_IN_METHODS.find((method) => method.kind === kind);
}

export function fieldsKept(method: SignInMethod, kept: SignInField["kept"]): readonly SignInField[] {
  return method.fields.filter((field) => field.kept === kept);
}

/** Returns the method with the most required settings among those whose settings are all valid. One needs no settings. */
export function methodFor(settings: Values): SignInMethod {
  const problem = ({ name, check }: SignInField, values: Values) => check(values[name] ?? "", values);
  const required = (method: SignInMethod) =>
    fieldsKept(method, "settings").filter((field) => problem(field, {})).length;
  const fits = (method: SignInMethod) => !fieldsKept(method, "settings").some((field) => problem(field, settings));
  return SIGN_IN_METHODS.filter(fits).reduce((best, method) => (required(method) > required(best) ? method : best));
}
