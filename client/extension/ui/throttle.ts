/**
 * After the first change, VS Code waits until a tree has reported nothing for 200 ms. A message above the rows counts
 * as a report, even if it's the same.
 */
const INTERVAL_MS = 250;

/**
 * Returns a function that runs `update` at once, or if it ran just before, after a pause. Calls during the pause share
 * one run. Otherwise, VS Code would never draw a tree that changes all the time, and would be sent every change.
 */
export function throttle(update: () => void): () => void {
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;
  const run = () => {
    isDue = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isDue) run();
    }, INTERVAL_MS);
    update();
  };
  return () => {
    if (pause) isDue = true;
    else run();
  };
}
