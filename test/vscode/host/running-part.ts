/** Something that was started and has to be stopped. */
export interface RunningPart {
  /** Resolves when it ends by itself; true when that is what the user wanted, as by closing the window. */
  readonly ended: Promise<boolean>;
  stop(): Promise<void>;
}
