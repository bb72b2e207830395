/** Variables of an outer VS Code, test runner or npm, which would mislead a VS Code that is started from it. */
const OUTER = /^(VSCODE_|ELECTRON_|VITEST|npm_|NODE_OPTIONS$|NODE_ENV$|NODE_CHANNEL_|TEST$)/;

/**
 * The environment for a VS Code of our own: this process's, without what an outer tool left in it.
 *
 * @param additions variables to set, or to remove where the value is undefined
 */
export function cleanEnvironment(additions: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OUTER.test(name));
  return { ...Object.fromEntries(inherited), ...additions };
}
