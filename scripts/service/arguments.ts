import { parseArgs } from "node:util";
import type { ServiceOptions } from "../../test/service/service.js";

/** How the service is called from the command line. */
export const USAGE = `Usage: npm run service -- [options]

  --port <0-65535>            port on 127.0.0.1; 0, the default, takes one that is free
  --connections <0-1000000>   how many connections there are; 250 if not given
  --service-time <ms>         how long each reply takes at least
  --exit-with-stdin           stop when standard input ends
  --help                      print this

Prints one line of JSON when it listens.
`;

/** What the command line asks for. */
export interface Arguments {
  readonly service: ServiceOptions;
  readonly exitWithStdin: boolean;
  readonly help: boolean;
}

const MOST_CONNECTIONS = 1_000_000;
const DEFAULT_CONNECTIONS = "250";
const DAY_MILLISECONDS = 86_400_000;

/** Reads the command line. Throws an Error with one sentence where it can't be understood. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parse(args);
  return {
    service: {
      port: integer("port", values.port ?? "0", 0, 65_535),
      connections: integer("connections", values.connections ?? DEFAULT_CONNECTIONS, 0, MOST_CONNECTIONS),
      serviceTime: integer("service-time", values["service-time"] ?? "0", 0, DAY_MILLISECONDS),
    },
    exitWithStdin: values["exit-with-stdin"],
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        connections: { type: "string" },
        "service-time": { type: "string" },
        "exit-with-stdin": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\.\s/);
    throw new Error(`${sentence.replace(/\.$/, "")}.`, { cause: error });
  }
}

function integer(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new Error(`--${name} must be an integer from ${minimum} to ${maximum}, not "${text}".`);
}
