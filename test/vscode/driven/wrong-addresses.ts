import { canary } from "./use-canaries.js";

/** A password that is typed into an address by mistake. */
const TYPED_SECRET = canary("canary-typed-9c1e");

/** What a person may type that is no address of a tenant, and the sentence that says so. */
export const WRONG_ADDRESSES: readonly (readonly [string, string])[] = [
  ["", "Type an address, such as acme.example.com."],
  ["acme example.com", "An address has no spaces"],
  ["ftp://acme.example.com", "The address has to begin with https://."],
  ["https:/acme.example.com", "Write the address in full"],
  ["http://acme.example.com", "over http:// anyone on the way could read the token"],
  ["http://127.0.0.1.attacker.example", "over http:// anyone on the way could read the token"],
  [`https://mia:${TYPED_SECRET}@acme.example.com`, "Leave out the user name and the password"],
  ["https://acme.example.com/api/v3", "The path has to be /api/v2, or left out."],
  ["https://acme.example.com/api/v2?page=1", "Leave out everything from the ? or # on."],
  [
    "https://-acme.example.com",
    "This is not a host name. Write it like acme.example.com, with letters, digits and hyphens between the dots.",
  ],
];
