import { variantsSatisfiedBy } from "../../../schemas/check.js";
import type { PlannedFile } from "../../../client/src/push/plan.js";
import type { Json } from "../../../server/protocol/messages.js";

/** What the language server says about a file that asks for this update. */
export function inspect(
  request: { readonly name?: string; readonly setup?: object },
  numbers?: PlannedFile["numbers"],
): PlannedFile {
  const [variant] = request.setup === undefined ? [] : variantsSatisfiedBy(request.setup);
  const setup = request.setup === undefined ? {} : { setup: request.setup as Json };
  const given = request.setup ?? {};
  const leftOut =
    variant?.fields.filter(({ name, required }) => !required && !Object.hasOwn(given, name)).map(({ name }) => name) ??
    [];
  return {
    request: { ...(request.name !== undefined && { name: request.name }), ...setup },
    leftOut,
    ...(numbers && { numbers }),
    ...(variant && { variant: variant.number }),
  };
}
