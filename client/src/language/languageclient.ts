/**
 * What the extension uses of vscode-languageclient. It becomes a file of its
 * own beside the extension and is loaded with the first setup file.
 */
export { LanguageClient, type Middleware, RevealOutputChannelOn, TransportKind } from "vscode-languageclient/node";
