import fc from "fast-check";

const given = Number(process.env["VAULTCONN_SEED"]) | 0;

/** What random inputs are made from: that of the environment, if there is one. */
export function seedOr(usual: number): number {
  return given === 0 ? usual : given;
}

// Otherwise, another one in each run, which a failure names.
if (given !== 0) fc.configureGlobal({ seed: given });
