import { type Edition } from "../provision/pins.js";

/** One installed edition of the VS Code server, as the provisioning scripts report it. */
export interface VsCodeBuild {
  readonly edition: Edition;
  /** VS Code's version, such as 1.100.3. */
  readonly version: string;
  /** The Node program that runs it. */
  readonly node: string;
  /** VS Code's server script. */
  readonly main: string;
  /** False where no compiler could build the module that writes output channels and log files. */
  readonly outputChannels: boolean;
}
