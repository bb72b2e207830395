import { describe, expect, it, vi } from "vitest";
import { moreOffer } from "../../../client/extension/ui/pick.js";
import { NetworkError } from "../../../client/core/service/errors/errors.js";

vi.mock("vscode", () => ({}));

const failure = new NetworkError("reset", { operation: "list", host: "acme.example.com", sent: "no" });

describe("the entry that loads more connections", () => {
  it.each([
    [{ loaded: 100, total: undefined }, "100 loaded"],
    [{ loaded: 1100, total: 2300 }, "1,100 of 2,300 loaded"],
  ])("says how many there are: %j", ({ loaded, total }, description) => {
    expect(moreOffer({ loaded, total, failure: undefined }, "Load more", "Acme")).toEqual({
      label: "$(cloud-download) Load more",
      description,
    });
  });

  it("says after a failure why there are no more, and offers to try again", () => {
    expect(moreOffer({ loaded: 100, total: 230, failure }, "Load more", "Acme")).toEqual({
      label: "$(warning) Load more: retry",
      description: "100 of 230 loaded",
      detail: "acme.example.com closed the connection before it responded.",
    });
  });

  it("shows what a service says as plain text", () => {
    const { detail } = moreOffer(
      { loaded: 1, total: undefined, failure: new Error("$(zap)\n") },
      "Load more",
      "A $(zap)\nb",
    );
    expect(detail).toBe("A \\$(zap) b: an unexpected error occurred. For details, see the log.");
  });
});
