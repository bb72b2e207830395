/** What both editions are started with. */
export interface Opening {
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** A folder of its own, for an edition that needs one. */
  readonly home: string;
}
