import { expect, it } from "vitest";

import { service } from "../client/support.js";
import { BEARER, Repository } from "./support.js";

const UPDATE = { operation: "update" } as const;
const APPLY = ["apply", "--auto", "--yes"] as const;

it("forgets no update of a run that ended while another one was reading", async () => {
  const to = await service();
  const repository = new Repository(to);
  const [first, second] = [0, 1].map((at) => repository.setup(at, { setup: BEARER }));
  to.faults.add({ kind: "hold", name: "reading", when: "before" }, { operation: "list" });
  const reading = repository.cli([...APPLY, second ?? ""]);
  await to.faults.held("reading");

  to.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
  const [stopping, stopped] = [new AbortController(), new AbortController()];
  const cutOff = repository.cli([...APPLY, first ?? ""], {
    stopping: stopping.signal,
    stopped: stopped.signal,
    limits: {},
  });
  await to.requests.waitFor(UPDATE);
  for (const controller of [stopping, stopped]) controller.abort();
  expect(await cutOff).toMatchObject({ code: 5 });

  to.faults.release("reading");
  expect(await reading).toMatchObject({ code: 0 });
  expect((await repository.cli(["plan"])).stderr).toContain("One update of an earlier run may have been cut off.");
});
