/** Names one connection among those of all tenants: what an id means is each service's own affair. */
export interface ConnectionKey {
  /** Of the tenant. */
  readonly origin: string;
  readonly id: string;
}

/** Whether two things are about the same connection of the same tenant. */
export function isSameConnection(one: ConnectionKey, other: ConnectionKey): boolean {
  return one.origin === other.origin && one.id === other.id;
}
