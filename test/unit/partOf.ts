/** Some parts of a value, at any depth. What a function returns may have only some, too. */
export type Part<Whole> = Whole extends (...args: infer Parameters) => infer Result
  ? (...args: Parameters) => Part<Result>
  : Whole extends Promise<infer Value>
    ? Promise<Part<Value>>
    : Whole extends readonly (infer Item)[]
      ? readonly Part<Item>[]
      : Whole extends object
        ? { readonly [Name in keyof Whole]?: Part<Whole[Name]> }
        : Whole;

/**
 * Stands in for a value in a test, of which only these parts are used.
 * @param parts have the names and types that they have in the value.
 */
export function partOf<Whole>(parts: Part<Whole>): Whole {
  const some: unknown = parts;
  return some as Whole;
}
