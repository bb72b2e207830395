import { describe, expect, it } from "vitest";
import { pageAddress, dashboardProblem } from "../../../client/core/tenants/dashboard.js";
import { entryFor, readEntry } from "../../../client/core/tenants/entry.js";
import { answersOf, dashboardStep, tenantFrom } from "../../../client/extension/tenants/addTenant.js";

const PAGE = "https://d.example.com/connections/{id}";

describe("the address of a connection's page", () => {
  it.each([
    PAGE,
    " https://d.example.com/#/{app}/{id} ",
    "HTTPS://Bücher.Example:8443?a={app}&id={id}",
    "https://d.example.com/@me/%7Bid%7D/接続",
    "",
  ])("is accepted: %j", (typed) => {
    expect(dashboardProblem(typed)).toBeUndefined();
  });

  it.each([
    ["http://d.example.com/{id}", "The address must begin with https://."],
    ["http://localhost/{id}", "The address must begin with https://."],
    ["javascript:alert(1)", "The address must begin with https://."],
    ["https://user:secret@d.example.com/{id}", "Leave out the user name and password."],
    ["https://{id}.example.com/", "Enter a valid host name"],
    ["https://d.example.com{id}", "Enter a valid host name"],
    ["https:///d.example.com/{id}", "Enter the full address"],
    ["https://d.example.com\\@evil.example/{id}", "Remove spaces, backslashes, and invisible characters"],
    ["https://d.example.com/\u202E{id}", "Remove spaces, backslashes, invisible characters"],
    ["d.example.com/{id}", "The address must begin with https://."],
    ["https://d.example.com/{ID}", "and braces but {id} and {app}."],
    ["https://d.example.com/{id", "and braces but {id} and {app}."],
  ])("is refused: %j", (typed, problem) => {
    expect(dashboardProblem(typed)).toContain(problem);
    expect(dashboardProblem(typed)).not.toContain("secret");
    expect(readEntry({ baseUrl: "acme.example.com", dashboardUrl: typed })).toMatchObject({
      problem: expect.stringMatching(/^dashboardUrl: /) as string,
    });
  });

  it.each([
    [PAGE, { id: "a/b?c#d", app: "x" }, "https://d.example.com/connections/a%2Fb%3Fc%23d"],
    [
      "https://d/{app}/{id}?of={id}",
      { id: "é{app}", app: "$&" },
      "https://d/%24%26/%C3%A9%7Bapp%7D?of=%C3%A9%7Bapp%7D",
    ],
    [PAGE, { id: "\uD800" }, "https://d.example.com/connections/%EF%BF%BD"],
    [PAGE, {}, "https://d.example.com/connections"],
    [PAGE, { id: ".." }, "https://d.example.com/connections"],
    [PAGE, { id: ".", app: "x" }, "https://d.example.com/connections"],
    ["https://d/{app}/of-{id}/edit", { app: "x" }, "https://d/x"],
    ["https://d/c?app={app}&id={id}", { id: "y", app: "" }, "https://d/c"],
    ["https://d/c?app={app}&id={id}", { app: "x" }, "https://d/c?app=x"],
    ["https://d/#/{id}", {}, "https://d"],
    ["https://d/c", { id: "y" }, "https://d/c"],
  ])("%s of %j is %s", (dashboardUrl, values, address) => {
    expect(pageAddress(dashboardUrl, values)).toBe(address);
  });
});

it("a tenant keeps the address, unless the answer is empty", () => {
  const read = readEntry({ baseUrl: "acme.example.com", dashboardUrl: PAGE });
  if (!read.ok) throw new Error(read.problem);
  const answers = answersOf(read.value);
  expect(tenantFrom(answers)).toEqual(read.value);
  expect(entryFor(read.value)).toMatchObject({ dashboardUrl: PAGE });
  const { check, accept } = dashboardStep(answers);
  expect([check(""), check("ftp://d.example.com")]).toEqual([undefined, "The address must begin with https://."]);
  accept("");
  expect(tenantFrom(answers)?.dashboardUrl).toBeUndefined();
});
