import type { Property } from "../document/properties.js";
import type { Setup } from "../document/setup.js";
import type { JsonNode } from "../document/tree.js";
import type { Span } from "./rule.js";

/** The part of the text a node takes. */
export function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}

/** The first character of a node: the opening brace of an object. */
export function firstCharacter({ offset }: JsonNode): Span {
  return { start: offset, end: offset + 1 };
}

/** Where what a setup lacks is reported when it has no `type`: the key `setup`, or a bare setup's opening brace. */
export function setupPlace({ property, object }: Setup): Span {
  return property ? spanOf(property.key) : firstCharacter(object.node);
}

/** Where what a setup lacks is reported: the value of `type`, if it has one. */
export function typePlace(setup: Setup): Span {
  return setup.type?.value ? spanOf(setup.type.value) : setupPlace(setup);
}

/** The path of a property of the setup, from the root down. */
export function pathInSetup({ property }: Setup, { name }: Pick<Property, "name">): readonly string[] {
  return property ? [property.name, name] : [name];
}
