/** A record as far as these programs look at it. */
export interface Row {
  readonly id: string;
}

/** Where to list, and how. */
export interface Target {
  readonly baseUrl: string;
  readonly accessToken: string;
  /** How many requests may be in progress at once. */
  readonly concurrency: number;
}

/** What came of listing everything. */
export interface Listed {
  /** Every record once. */
  readonly rows: readonly Row[];
  /** When the rows of the first page were there, in milliseconds of `performance.now()`. */
  readonly firstRowsAt: number;
}

/** Lists all connections of a service with one HTTP client. */
export type Lister = (target: Target) => Promise<Listed>;
