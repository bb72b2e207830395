import { join } from "node:path";

import { runCommand } from "./run-command.js";
import { findProgram } from "./find-program.js";

/**
 * Builds the native module that VS Code writes output channels and log files with. VS Code runs without it, but its
 * output channels then stay empty.
 *
 * @param vscodeFolder the folder that holds VS Code's own node_modules
 * @param nodeFolder the Node distribution (bin, include) to build for
 */
export async function buildSpdlog(
  vscodeFolder: string,
  nodeFolder: string,
  log: (line: string) => void,
): Promise<"built" | "no-compiler" | "failed"> {
  if (!(await hasCompiler())) {
    log(
      "No C++ compiler, make or Python found: going on without output channels. Install them and run again to have them.",
    );
    return "no-compiler";
  }
  log("Building the module for output channels");
  try {
    await runCommand("npm", ["rebuild", "@vscode/spdlog", "--ignore-scripts=false", "--no-audit", "--no-fund"], {
      cwd: vscodeFolder,
      env: { npm_config_nodedir: nodeFolder, PATH: `${join(nodeFolder, "bin")}:${process.env["PATH"] ?? ""}` },
    });
    return "built";
  } catch (error) {
    log(`The module for output channels could not be built, going on without it. ${(error as Error).message}`);
    return "failed";
  }
}

/** True when everything node-gyp needs is on the PATH. */
export async function hasCompiler(): Promise<boolean> {
  const tools = await Promise.all([
    findProgram(["g++", "clang++", "c++"]),
    findProgram(["make"]),
    findProgram(["python3"]),
  ]);
  return process.platform !== "win32" && tools.every((tool) => tool !== undefined);
}
