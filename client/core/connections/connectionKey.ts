/** Includes the origin, because ids are unique only within a tenant. */
export interface ConnectionKey {
  readonly origin: string;
  readonly id: string;
}

/** Returns a text that differs for each connection. */
export function connectionKey({ origin, id }: ConnectionKey): string {
  return `${origin} ${id}`;
}

export function isSameConnection(one: ConnectionKey, other: ConnectionKey): boolean {
  return one.origin === other.origin && one.id === other.id;
}
