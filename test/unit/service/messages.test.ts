import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../client/core/service/redaction/redact.js";
import { readMessage } from "../../../client/core/service/calls/serviceMessage.js";

function read(body: unknown, type = "application/json") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readMessage(
    { status: 400, headers: { "content-type": type }, body: Buffer.from(text), rateLimit: undefined },
    createRedactor([]),
  );
}

describe("the service's words", () => {
  it.each([
    [{ message: "First.", error: "second" }, "First."],
    [{ error: "invalid_request", error_description: "Described." }, "Described."],
    [{ error: { message: "Inner." }, message: "Outer." }, "Inner."],
    [{ errors: [{ detail: "One." }, { detail: "Two." }] }, "One."],
    [[{ message: "In a list." }], "In a list."],
    [{ title: "Bad", detail: "Detailed." }, "Detailed."],
    [{ error: "plain" }, "plain"],
    [{ errorCode: "invalid_client", errorSummary: "Okta." }, "Okta."],
    [{ fault: { faultstring: "Apigee.", detail: { errorcode: "x" } } }, "Apigee."],
    [{ Message: "AWS." }, "AWS."],
    [{ message: { nested: true }, error: "other" }, "other"],
    [{ message: "  " }, undefined],
    [{ message: "a\n\tb\u0000c" }, "a b c"],
    [{ message: "x".repeat(1000) }, `${"x".repeat(299)}…`],
    [{ message: "<html><body>Bad gateway</body></html>" }, undefined],
    [{ message: "Use <script>alert(1)</script>" }, undefined],
    ["<!DOCTYPE html><p>no", undefined],
    ["", undefined],
    ["null", undefined],
    ['{"__proto__":{"message":"inherited"}}', undefined],
  ])("are found in %j", (body, message) => {
    expect(read(body).text).toBe(message);
  });

  it("may be plain text, if it says so", () => {
    expect(read("Slow down, please.", "text/plain; charset=utf-8").text).toBe("Slow down, please.");
    expect(read("Slow down, please.", "text/html").text).toBeUndefined();
    expect(read("<html>", "text/plain").text).toBeUndefined();
  });
});

describe("the property that the service names", () => {
  it.each([
    [{ message: "x", field: "domain" }, "setup.domain"],
    [{ message: "x", path: "/setup/domain" }, "setup.domain"],
    [{ message: "x", path: "setup.domain" }, "setup.domain"],
    [{ message: "x", path: "$.setup.domain" }, "setup.domain"],
    [{ message: "x", path: "body.setup.domain.0" }, "setup.domain"],
    [{ message: "x", param: "name" }, "name"],
    [{ errors: [{ message: "x", pointer: "#/setup/api_key" }] }, "setup.api_key"],
    [{ message: "domain must be a host name" }, "setup.domain"],
    [{ message: "The value of setup.base_url is wrong" }, "setup.base_url"],
    [{ message: "Missing required property: token_endpoint" }, "setup.token_endpoint"],
    [{ message: "'name' is too long" }, "name"],
    [{ message: "Payload validation error: 'Too long: 151 (maximum: 150)' on property name." }, "name"],
    [{ message: "Payload validation error: 'oneOf' on property setup (no schema matches)." }, "setup"],
    [{ message: "Payload validation error: 'Required' on property setup.domain." }, "setup.domain"],
    [{ message: "The property domain is wrong" }, "setup.domain"],
    [{ message: "Invalid token" }, undefined],
    [{ message: "The code is wrong", path: "elsewhere" }, undefined],
    [{ message: "Payload validation error" }, undefined],
  ])("is found in %j", (body, property) => {
    expect(read(body).property).toBe(property);
  });
});
