/** The path of the list operation below the base URL; an update adds the id ("Endpoints"). */
export const CONNECTIONS_PATH = "/flows/vault/connections";
