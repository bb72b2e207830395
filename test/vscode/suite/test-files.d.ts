/** Written by the bundler: one loader per test file, in the order of their names. */
declare module "test-files" {
  export const testFiles: readonly (() => Promise<unknown>)[];
}
