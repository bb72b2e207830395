/** The environment variable of the extension host that names the file for Mocha's report. */
export const REPORT_VARIABLE = "VAULTCONN_TEST_REPORT";
