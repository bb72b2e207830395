import { NotificationType, RequestType, type Diagnostic, type DocumentUri } from "vscode-languageserver-protocol";
