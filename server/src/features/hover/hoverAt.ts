import type { CancellationToken, Hover, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../../document/cache.js";
import { rangeBetween, rangeOf } from "../../document/range.js";
import { referenceAt } from "../../document/referencePlaces.js";
import type { SetupFile } from "../../document/setupFile.js";
import { nodesAt, type JsonNode } from "../../document/tree.js";
import { describeVariant, toMarkup } from "../describe.js";
import { knownField, type KnownField } from "../fieldAt.js";
import type { ClientQueries } from "../../client/client.js";
import type { ClientSupport } from "../../client/support.js";
import { aboutConnection, aboutField, aboutReference, aboutTenant, aboutType, type Asking } from "./describeHover.js";

/** What a hover is about, and whom to ask. */
export interface HoverRequest {
  readonly document: TextDocument;
  readonly position: Position;
  readonly support: ClientSupport;
  readonly queries: ClientQueries;
  readonly token: CancellationToken;
}

/** What there is to say about the token at a position; nothing where that is unknown. Never says what a value is. */
export async function hoverAt({ document, position, support, queries, token }: HoverRequest): Promise<Hover | null> {
  const file = setupFileOf(document);
  const offset = document.offsetAt(position);
  const nodes = nodesAt(file.tree, offset);
  const node = nodes.at(-1);
  if (!node || node.children) return null;
  const asking = { uri: document.uri, queries, token };
  const reference = node.type === "string" ? referenceAt(file, offset) : undefined;
  if (reference) {
    const blocks = await aboutReference(reference.reference, asking);
    return {
      contents: toMarkup(blocks, support.hoverMarkdown),
      range: rangeBetween(document, reference.start, reference.end),
    };
  }
  const property = nodes.findLast(({ type }) => type === "property");
  const known = property && knownField(file, property);
  if (!known) return null;
  const blocks = await blocksFor(known, file, property, asking);
  return { contents: toMarkup(blocks, support.hoverMarkdown), range: rangeOf(document, node) };
}

async function blocksFor(
  known: KnownField,
  file: SetupFile,
  property: JsonNode,
  asking: Asking,
): Promise<readonly string[]> {
  const { field, inSetup } = known;
  if (inSetup && field.name === "type") return aboutType(file, known);
  const about = aboutField(known, file, property);
  if (inSetup) return about;
  if (field.name === "id") return [...about, ...(await aboutConnection(file, asking))];
  if (field.name === "tenant") return [...about, ...(await aboutTenant(file, asking))];
  if (field.name === "setup" && file.setup?.choice.kind === "chosen")
    return [...about, ...describeVariant(file.setup.choice.variant)];
  return about;
}
