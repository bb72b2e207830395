/** How much is measured. */
export interface Effort {
  /** Few rounds: figures for a first look, too coarse to be quoted. */
  readonly quick: boolean;
  /** Of two numbers, the one for this effort. */
  readonly rounds: (usual: number, quick: number) => number;
}

/** Reads `--quick` off the arguments of a program. */
export function effort(args: readonly string[] = process.argv): Effort {
  const quick = args.includes("--quick");
  return { quick, rounds: (usual, few) => (quick ? few : usual) };
}
