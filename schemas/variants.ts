import apiKeyAccountIdApiKey from "./setup/api-key.account-id-api-key.schema.json";
import apiKeyApiKeyBaseUrl from "./setup/api-key.api-key-base-url.schema.json";
import apiKeyApiKeySecretKey from "./setup/api-key.api-key-secret-key.schema.json";
import apiKeyApiKey from "./setup/api-key.api-key.schema.json";
import apiKeyNameValueIn from "./setup/api-key.name-value-in.schema.json";
import apiKeySecretKey from "./setup/api-key.secret-key.schema.json";
import basicAuth from "./setup/basic-auth.schema.json";
import bearer from "./setup/bearer.schema.json";
import jwt from "./setup/jwt.schema.json";
import keyPair from "./setup/key-pair.schema.json";
import oauthApp from "./setup/oauth-app.schema.json";
import oauthClientCredentials from "./setup/oauth-client-credentials.schema.json";
import oauthCode from "./setup/oauth-code.schema.json";
import oauthJwt from "./setup/oauth-jwt.schema.json";
import token from "./setup/token.schema.json";
import webhook from "./setup/webhook.schema.json";
import { fieldsOf, type Field, type SchemaObject } from "./fields.js";

/** See "Setup variants". */
export interface Variant {
  /** In the interface document's table. */
  readonly number: number;
  /** On the command line, such as `api-key-with-base-url`. */
  readonly name: string;
  /** Several variants may share it. */
  readonly type: string;
  /** For people, such as "API key with base URL". */
  readonly title: string;
  readonly description: string;
  /** In the order of the document, without `type`. */
  readonly fields: readonly Field[];
  /** Refuses properties that the table doesn't name. */
  readonly closed: boolean;
  /** True for all but OAUTH_JWT. */
  readonly typeRequired: boolean;
}

type VariantSchema = SchemaObject & {
  readonly title: string;
  readonly description: string;
  readonly "x-variant": number;
  readonly "x-name": string;
  readonly additionalProperties: boolean;
  readonly properties: { readonly type: { readonly const: string } };
};

function variant(schema: VariantSchema): Variant {
  return {
    number: schema["x-variant"],
    name: schema["x-name"],
    type: schema.properties.type.const,
    title: schema.title,
    description: schema.description,
    fields: fieldsOf(schema).filter((field) => field.name !== "type"),
    closed: !schema.additionalProperties,
    typeRequired: schema.required?.includes("type") ?? false,
  };
}

/** In the order of the interface document's table. */
export const variants: readonly Variant[] = [
  variant(apiKeyApiKeyBaseUrl),
  variant(apiKeyApiKey),
  variant(oauthApp),
  variant(oauthJwt),
  variant(apiKeySecretKey),
  variant(oauthCode),
  variant(bearer),
  variant(basicAuth),
  variant(apiKeyNameValueIn),
  variant(oauthClientCredentials),
  variant(jwt),
  variant(apiKeyApiKeySecretKey),
  variant(token),
  variant(webhook),
  variant(keyPair),
  variant(apiKeyAccountIdApiKey),
];

/** Each once, in the order of the document. */
export const setupTypes: readonly string[] = [...new Set(variants.map(({ type }) => type))];

export function variantsOfType(type: string): readonly Variant[] {
  return variants.filter((candidate) => candidate.type === type);
}
