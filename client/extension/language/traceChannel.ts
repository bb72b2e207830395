import type * as vscode from "vscode";

/** The first line of a trace entry: which message went which way, and how long it took. */
const HEADING = /^(?:Sending|Received) (?:request|response|notification) '[\w$/.-]+(?: - \([\w-]+\))?'(?: in \d+ms)?/;

/**
 * A channel for the trace of the language server that lets through which
 * messages went to and fro, and never their contents: those hold the text of
 * setup files, and with it credentials, whatever level of trace is asked for.
 */
export function withoutContents(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (text: string) => {
    const heading = HEADING.exec(text)?.[0];
    if (heading !== undefined) channel.trace(heading);
  };
  return new Proxy(channel, {
    get(target, property) {
      if (property === "trace") return trace;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
