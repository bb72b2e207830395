import { all, HAS_TENANTS, is, IS_TRUSTED, isNot, NEVER } from "../clauses.js";
import { type Commands, HAS_ROWS, ONLY_ON_ROWS, WITH_TENANTS } from "./declaration.js";

/** Commands that arrange, search, and summarize the connections in the sidebar. */
export const VIEW_COMMANDS = {
  "vaultconn.filter": {
    title: "Filter…",
    icon: "filter",
    ...WITH_TENANTS,
    places: [["title of connections", "navigation@1", all(HAS_ROWS, isNot("filtered"))]],
  },
  "vaultconn.row.filter": {
    title: "Filter…",
    icon: "filter-filled",
    ...ONLY_ON_ROWS,
    places: [["title of connections", "navigation@1", all(HAS_ROWS, is("filtered"))]],
  },
  "vaultconn.clearFilter": {
    title: "Show All Connections",
    icon: "filter-filled",
    palette: is("filtered"),
    places: [["title of connections", "1_filter@1", all(HAS_ROWS, is("filtered"))]],
  },
  "vaultconn.find": {
    title: "Find Connection…",
    icon: "search",
    ...WITH_TENANTS,
    places: [["title of connections", "1_filter@2", HAS_ROWS]],
  },
  "vaultconn.groupByApplication": {
    title: "Group Connections by Application",
    palette: all(isNot("grouped"), HAS_TENANTS),
    places: [["title of connections", "2_view@1", all(HAS_ROWS, isNot("grouped"))]],
  },
  "vaultconn.ungroup": {
    title: "Ungroup Connections",
    palette: is("grouped"),
    places: [["title of connections", "2_view@1", all(HAS_ROWS, is("grouped"))]],
  },
  "vaultconn.sortByName": {
    title: "Sort by Name",
    ...WITH_TENANTS,
    places: [["title of connections", "2_view@2", all(HAS_ROWS, isNot("order", "name"))]],
  },
  "vaultconn.sortByLastChange": {
    title: "Sort by Last Change",
    ...WITH_TENANTS,
    places: [["title of connections", "2_view@2", all(HAS_ROWS, is("order", "name"))]],
  },
  "vaultconn.collapseAll": {
    title: "Collapse All",
    palette: NEVER,
    places: [["title of connections", "2_view@3", HAS_ROWS]],
  },
  "vaultconn.exportConnections": {
    title: "Export…",
    ...WITH_TENANTS,
    places: [["title of connections", "3_data@2", HAS_ROWS]],
  },
  "vaultconn.showOverview": {
    title: "Show Overview",
    icon: "graph",
    ...WITH_TENANTS,
    places: [["title of connections", "3_data@3", all(IS_TRUSTED, is("tenants"))]],
  },
} as const satisfies Commands;
