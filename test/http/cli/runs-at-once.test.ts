import { expect, it } from "vitest";

import { SHORT } from "../client/support.js";
import { BEARER, SECRET, APPLY, UPDATE, opened } from "./support.js";

it("keeps updates of a run that ended while another one was reading", async () => {
  const { service, repository } = await opened();
  const [first, second] = [0, 1].map((at) => repository.setup(at, { setup: BEARER }));
  service.faults.add({ kind: "hold", name: "reading", when: "before" }, { operation: "list" });
  const reading = repository.cli([...APPLY, second ?? ""]);
  await service.faults.held("reading");

  service.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
  const [stopping, stopped] = [new AbortController(), new AbortController()];
  const cutOff = repository.cli([...APPLY, first ?? ""], {
    stopping: stopping.signal,
    stopped: stopped.signal,
  });
  await service.requests.waitFor(UPDATE);
  for (const controller of [stopping, stopped]) controller.abort();
  expect(await cutOff).toMatchObject({ code: 5 });

  service.faults.release("reading");
  expect(await reading).toMatchObject({ code: 0 });
  expect((await repository.cli(["plan"])).stderr).toContain("One update of an earlier run may have been interrupted.");
});

it("redacts what an earlier run sent if the service quotes it", async () => {
  const { service, repository } = await opened();
  const setup = { type: "OAUTH_APP", client_id: "${secret:TOKEN}", client_secret: "s3", domain: "a.example" };
  const file = repository.setup(0, { setup });
  service.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
  service.faults.add({ kind: "reply", status: 503 }, { operation: "list", skip: 3, times: "always" });
  await repository.ends(5, [...APPLY, file], "", { limits: SHORT });

  service.faults.clear();
  const body = JSON.stringify({ message: `previous update {"client_id": "${SECRET}"} is being worked on` });
  const headers = { "x-request-id": SECRET };
  service.faults.add({ kind: "reply", status: 400, body, headers }, { operation: "list", times: "always" });
  const { stdout, stderr } = await repository.cli(["plan", "--verbose", file]);
  expect(stderr).toContain("[redacted]");
  expect(stdout + stderr).not.toContain(SECRET);
});
