/** A client that does not answer must not keep diagnostics waiting longer than this, in milliseconds. */
const LIMIT = 500;

/** Waits for what a client has been asked for, but not for ever. */
export async function inTime(asked: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, LIMIT);
  });
  await Promise.race([asked, limit]);
  clearTimeout(timer);
}
