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

/** Names places and limits, never a value. */
export interface Fault {
  readonly code: FaultCode;
  /** From the checked value down. `missing-property` and `unknown-property` end in the property itself. */
  readonly path: readonly string[];
  /** In code points. */
  readonly limit?: number;
  readonly expected?: string;
  readonly allowed?: readonly string[];
}

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

const PRECEDENCE = ["type", "enum", "const", "minLength", "maxLength", "format"];

/** Gives one fault for each value, the most basic one. */
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
