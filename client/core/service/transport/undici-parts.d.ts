/** undici has types only for its index. */
declare module "undici/lib/api/api-connect.js" {
  import { type Pool } from "undici";
  const connect: Pool["connect"];
  export = connect;
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export = buildConnector;
}

declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export = Pool;
}
