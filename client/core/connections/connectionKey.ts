/** Includes the origin, because ids are unique only within a tenant. */
export interface ConnectionKey {
  readonly origin: string;
  readonly id: string;
}

export function isSameConnection(one: ConnectionKey, other: ConnectionKey): boolean {
  return one.origin === other.origin && one.id === other.id;
}
