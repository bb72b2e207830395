import { describe, expect, it } from "vitest";
import type { FileState } from "../../../client/extension/editor/states.js";
import { attentionBadge, type SidebarSources } from "../../../client/extension/sidebar/fileMarks.js";

/** The badge of a workspace whose setup files stand like this; undefined is a file that wasn't looked at yet. */
function badge(...kinds: readonly (FileState["kind"] | undefined)[]) {
  return attentionBadge({
    setupFiles: { all: kinds.map((_, file) => ({ file })) },
    fileStates: { last: (file: number) => kinds[file] && { kind: kinds[file] } },
  } as unknown as SidebarSources);
}

describe("the number at the view's icon", () => {
  it("is missing where nothing needs an action", () => {
    expect(badge()).toBeUndefined();
    expect(badge("new", "inSync", "notCompared", "probable", "pending", "superseded", undefined)).toBeUndefined();
  });

  it("counts what needs an action here, and says what", () => {
    expect(badge("changed", "inSync", "changed", "drifted")).toEqual({
      value: 3,
      tooltip: "Files with unpushed changes: 2, connections changed on the service: 1",
    });
    expect(badge("unknown", "gone")).toEqual({
      value: 2,
      tooltip: "Connections deleted from the service: 1, pushes with an unknown outcome: 1",
    });
  });
});
