import { describe, expect, it } from "vitest";
import { isEmail, isHostname, isHttpsUrl } from "../../../schemas/formats.js";

const LONG = "a".repeat(100_000);

/** The words of a text, one value each. */
function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

const URLS = words(String.raw`
  https://a HTTPS://A.EXAMPLE.COM hTTps://example.com/ https://user@example.com https://example.com/a//b/../c
  https://user:pa%20ss@example.com:8443/p/a;th?q=1&r=%5Bx#f https://example.com:443 https://example.com:
  https://example.com:65535/ https://example.com?q https://example.com#f https://a_b.example.com
  https://xn--bcher-kva.example https://127.0.0.1/ https://[::1]/ https://[2001:db8::ff00:42:8329]:8443/
  https://[::ffff:192.0.2.1]
`);
const NO_URLS = words(String.raw`
  http://example.com https https: https:/example.com https:example.com https:// https:///x https://?q https://#f
  https://:443 https://user@ https://user@:443 https://@/ https://example.com:port https://example.com:65536
  https://bücher.example https://example.com/ü https://example.com/% https://example.com/%2 https://example.com/%zz
  https://example.com/<x> https://example.com/{id} https://example.com\x https:\\example.com https://[::1 https://[]
  https://[:::1] https://[1::2::3] https://[1:2:3:4:5:6:7:8:9] https://[1:2:3:4:5:6:7] https://[12345::] https://[::g]
  https://[::1]x https://[192.0.2.1] https://[::256.0.0.1] https://example.com/a#b#c //example.com
  javascript:alert(1)//https://example.com
`);
const HOSTS = words(`
  a localhost example.com EXAMPLE.com example.com. a-b.c--d.example 1.example 127.0.0.1 xn--bcher-kva.example
`);
const NO_HOSTS = words(`
  . .. .example.com example..com -a.com a-.com a_b.com example.com:443 https://example.com example.com/
  user@example.com bücher.example [::1] *.example.com
`);
const ADDRESSES = words(String.raw`
  a@b a.b+c@example.com A@EXAMPLE.COM !#$%&'*+/=?^_${"`"}{|}~-@example.com "a\"b"@example.com a@[192.0.2.1]
  a@[IPv6:2001:db8::1]
`);
const NO_ADDRESSES = words(String.raw`
  a @ a@ @b a@b@c .a@example.com a.@example.com a..b@example.com a@-b.com a@b..com a@b.com. ü@example.com
  a@bücher.example "a"b"@example.com "a\"@example.com a@[300.0.0.1] a@[::1] a@[192.0.2.1
`);

describe.each([
  {
    what: "an https URL",
    is: isHttpsUrl,
    sound: [...URLS, `https://example.com/${LONG}`],
    faulty: [
      ...NO_URLS,
      ...["", " ", "https://example.com:44 3", "https://exa mple.com", "https://example.com/a b"],
      ...[" https://example.com", "https://example.com ", "https://example.com\n", "https://example.com\t/"],
      ...[`https://${LONG} `, `https://user:${LONG}@`, `https://example.com/${"%41".repeat(33_000)}%4`],
      ...[":", "[", "@"].map((sign) => `https://[${sign.repeat(100_000)}`),
    ],
  },
  {
    what: "a host name",
    is: isHostname,
    sound: [...HOSTS, `${"a".repeat(63)}.com`, `${"a.".repeat(126)}a`],
    faulty: [
      ...NO_HOSTS,
      ...["", "a b.com", " example.com", "example.com\n", `${"a".repeat(64)}.com`, `${"a.".repeat(126)}aa`],
      ...[LONG, `${"a.".repeat(50_000)}-`, `${"-".repeat(100_000)}a`],
    ],
  },
  {
    what: "an e-mail address",
    is: isEmail,
    sound: [...ADDRESSES, '"a b"@example.com', `${"a".repeat(64)}@example.com`],
    faulty: [
      ...NO_ADDRESSES,
      ...["", "a b@example.com", " a@example.com", "a@example.com ", "a@example.com\n", "A <a@example.com>"],
      ...["mailto:a@example.com ", `${"a".repeat(65)}@example.com`, `a@${"b.".repeat(126)}com`, `a@${LONG}`],
      ...[`${LONG}@example.com`, `${"a.".repeat(50_000)}@`, `"${'\\"'.repeat(50_000)}@b`],
    ],
  },
])("$what", ({ is, sound, faulty }) => {
  it.each(sound)("accepts %.60s", (text) => {
    expect(is(text)).toBe(true);
  });

  it.each(faulty)("refuses %.60s", (text) => {
    expect(is(text)).toBe(false);
  });
});
