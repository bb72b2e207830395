/**
 * The page asks its server for half of the key that SecretStorage is encrypted with. VS Code's own server doesn't
 * answer, and secrets are then lost on reload. The same bytes each time keep them.
 */
export const MINTED_KEY = Buffer.alloc(32, "vault-connections test key half ");

/** Answers the page's question in the page itself: a proxy in front of the server would pass on all that it loads. */
export const ANSWER_MINT_KEY = `(() => {
  const original = window.fetch;
  window.fetch = (address, init) =>
    init?.method === "POST" && new URL(address, location).pathname === "/mint-key"
      ? Promise.resolve(new Response(new Uint8Array(${JSON.stringify([...MINTED_KEY])})))
      : original(address, init);
})()`;
