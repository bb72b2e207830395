/** Like `messages.ts`, the messages about names that several files use: where they're shown, used and renamed. */
import type { Location, TextDocumentPositionParams } from "vscode-languageserver";
import type { ReferenceKind } from "../../schemas/references.js";
import type { RequestType } from "./messages.js";

/**
 * server → client, request. Where the client shows a stored secret or a connection, for *Go to Definition*. Sent only
 * to a client with `places` in its initialization options. The reply is a location in any document that the client can
 * open, or null.
 */
export const PlaceRequest: RequestType<PlaceParams, PlaceResult> = { method: "vaultconn/place" };

export type PlaceParams =
  | { readonly kind: "secret"; readonly name: string }
  | { readonly kind: "connection"; readonly id: string; readonly tenant?: string };

export type PlaceResult = Location | null;

/**
 * client → server, request. Where the workspace's setup files, open or not, refer to names. Sent to show which secrets
 * are used, and from the list of stored secrets. The reply has all names with references.
 */
export const UsesRequest: RequestType<UsesParams, readonly NameUses[]> = { method: "vaultconn/uses" };

export interface UsesParams {
  readonly kind: ReferenceKind;
}

export interface NameUses {
  readonly name: string;
  readonly locations: readonly Location[];
}

/**
 * client → server, request. Which name is at a position of an open document. Sent before a rename, since a secret must
 * be renamed in the secret storage, too. The reply is null if there's none.
 */
export const NameAtRequest: RequestType<TextDocumentPositionParams, NameAtResult | null> = {
  method: "vaultconn/nameAt",
};

export interface NameAtResult {
  readonly kind: ReferenceKind | "connection";
  readonly name: string;
}
