import type { PushRequest } from "./request.js";

/** The pushes that have not ended yet: one at most for each connection of a tenant. */
export class ActivePushes {
  readonly #keys = new Set<string>();

  /**
   * Begins pushes, but those to a connection that has one already.
   * @returns those that began, and what ends them.
   */
  begin(requests: readonly PushRequest[]): { readonly begun: readonly PushRequest[]; readonly end: () => void } {
    const begun = requests.filter((request) => {
      const key = keyOf(request);
      return this.#keys.has(key) ? false : this.#keys.add(key);
    });
    const end = () => {
      for (const request of begun) this.#keys.delete(keyOf(request));
    };
    return { begun, end };
  }
}

/** What two pushes to one connection have in common. */
export function keyOf({ tenant, id }: { readonly tenant: { readonly origin: string }; readonly id: string }): string {
  return `${tenant.origin} ${id}`;
}
