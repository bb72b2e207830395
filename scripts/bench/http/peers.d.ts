/** As much of axios and got as is used. They are installed when the benchmark runs, so types are checked without them. */
declare module "axios" {
  import { type Agent } from "node:http";

  interface Client {
    get(url: string, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
  }
  const axios: { create(options: { httpAgent: Agent }): Client };
  export default axios;
}

declare module "got" {
  import { type Agent } from "node:http";

  interface Client {
    extend(options: { agent: { http: Agent } }): Client;
    get(url: string, options: { headers: Record<string, string> }): { json(): Promise<unknown> };
  }
  export const got: Client;
}
