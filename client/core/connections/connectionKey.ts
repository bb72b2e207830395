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

/** A connection as a setup file names it. */
export interface NamedConnection {
  readonly id: string;
  /** The tenant's host, in lower case; undefined if the file names none. */
  readonly tenant?: string | undefined;
}

export function isNamed(named: NamedConnection, { origin, id }: ConnectionKey): boolean {
  return id === named.id && (named.tenant === undefined || named.tenant === new URL(origin).host);
}
