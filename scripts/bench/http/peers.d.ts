/** They are installed when the benchmark runs, so types are checked without theirs: as much as is used. */
declare module "axios" {
  const axios: { create(options: object): { get(url: string, options: object): Promise<{ data: unknown }> } };
  export default axios;
}

declare module "got" {
  const got: { extend(options: object): { get(url: string, options: object): { json(): Promise<unknown> } } };
  export default got;
}
