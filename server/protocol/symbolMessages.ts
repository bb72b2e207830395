/** The messages about names that stand in several files, as in `messages.ts`: where they are shown, used and renamed. */
import type { DocumentUri, Location, Position } from "vscode-languageserver";
import type { ReferenceKind } from "./messages.js";

/**
 * server → client, request. Where the client shows a stored secret or a connection, for going to it. Sent only to a
 * client with `places` in its initialization options. The reply is a place in any document the client can open, or null
 * where it shows none.
 */
export const PLACE = "vaultconn/place";

export type PlaceParams =
  | { readonly kind: "secret"; readonly name: string }
  | { readonly kind: "connection"; readonly id: string; readonly tenant?: string };

export type PlaceResult = Location | null;

/**
 * client → server, request. Where the setup files of the workspace, open or not, refer to secrets: sent to show which
 * are used, and from the list of stored secrets. The reply is `UsesResult`.
 */
export const USES = "vaultconn/uses";

export interface UsesParams {
  readonly kind: ReferenceKind;
}

export interface UsesResult {
  /** Every name that is referred to. */
  readonly uses: readonly NameUses[];
}

export interface NameUses {
  readonly name: string;
  readonly locations: readonly Location[];
}

/**
 * client → server, request. Which name stands at a position of an open document: sent before a rename, since a stored
 * secret is renamed where it is stored too. The reply is `NameAtResult`, or null where there is none.
 */
export const NAME_AT = "vaultconn/nameAt";

export interface NameAtParams {
  readonly textDocument: { readonly uri: DocumentUri };
  readonly position: Position;
}

export interface NameAtResult {
  readonly kind: ReferenceKind | "connection";
  readonly name: string;
}
