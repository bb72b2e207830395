type FaultCode =
  | "missing-property"
  | "unknown-property"
  | "wrong-value-type"
  | "invalid-value"
  | "too-short"
  | "too-long"
  | "not-https-url"
  | "not-hostname"
  | "not-email";

/** One fault of a checked value. It names places and limits, never a value. */
export interface Fault {
  readonly code: FaultCode;
  /**
   * The property at fault, from the checked value down. For `missing-property`
   * and `unknown-property` the last step is the property itself.
   */
  readonly path: readonly string[];
  /** The limit in code points that `too-short` and `too-long` speak of. */
  readonly limit?: number;
  readonly expected?: string;
  readonly allowed?: readonly string[];
}

/** The part of an ajv error that `toFaults` reads. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const FORMAT_CODES: Readonly<Record<string, FaultCode>> = {
  "https-url": "not-https-url",
  hostname: "not-hostname",
  "host-port": "not-hostname",
  email: "not-email",
};

/** Which complaint about one value wins where it earns several: the most basic one. */
const PRECEDENCE = ["type", "enum", "const", "minLength", "maxLength", "format"];

/**
 * Turns what a compiled validator reports into faults, one for each value:
 * where a value breaks several keywords, the most basic one speaks.
 * @param errors what the validator left in `errors`; nothing means a valid value.
 */
export function toFaults(errors: readonly SchemaError[] | null | undefined): readonly Fault[] {
  const faults: Fault[] = [];
  const ofValue = new Map<string, SchemaError>();
  for (const error of errors ?? []) {
    const property = error.params["missingProperty"] ?? error.params["additionalProperty"];
    if (typeof property === "string") {
      const code = error.keyword === "required" ? "missing-property" : "unknown-property";
      faults.push({ code, path: [...steps(error.instancePath), property] });
      continue;
    }
    const other = ofValue.get(error.instancePath);
    if (!other || rank(error) < rank(other)) ofValue.set(error.instancePath, error);
  }
  for (const error of ofValue.values()) {
    const fault = valueFault(error);
    if (fault) faults.push(fault);
  }
  return faults;
}

function rank(error: SchemaError): number {
  const index = PRECEDENCE.indexOf(error.keyword);
  return index < 0 ? PRECEDENCE.length : index;
}

function valueFault(error: SchemaError): Fault | undefined {
  const path = steps(error.instancePath);
  const { params } = error;
  switch (error.keyword) {
    case "type":
      return { code: "wrong-value-type", path, expected: String(params["type"]) };
    case "enum":
      return { code: "invalid-value", path, allowed: params["allowedValues"] as readonly string[] };
    case "const":
      return { code: "invalid-value", path, allowed: [String(params["allowedValue"])] };
    case "minLength":
      return { code: "too-short", path, limit: Number(params["limit"]) };
    case "maxLength":
      return { code: "too-long", path, limit: Number(params["limit"]) };
    case "format": {
      const code = FORMAT_CODES[String(params["format"])];
      return code && { code, path };
    }
    default:
      return undefined;
  }
}

/** The steps of a JSON Pointer (RFC 6901). */
function steps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
