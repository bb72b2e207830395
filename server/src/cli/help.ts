/** What `check --help` prints. */
export const HELP = `Usage: vaultconn-language-server check [options] PATHS...

Checks setup files, with the same findings as an editor shows.

PATHS are files, folders (searched for *.vaultconn.json; node_modules and .git
are left out, symbolic links are not followed), quoted globs such as
"teams/**/*.vaultconn.json", or "-" for one file on standard input.

Options:
  --format FORMAT            text (default), json, sarif or github
  --severity LEVEL           the least severity shown: error, warning,
                             information or hint (default)
  -q, --quiet                the same as --severity error
  --max-warnings N           more than N warnings count as failure
  --plain-text-secret LEVEL  how a secret in plain text is reported: off, hint
                             (default), information, warning or error
  --stdin-filename PATH      the path that standard input stands for
  --allow-empty              it is all right that there is no file to check
  -h, --help                 this text

Exit code: 0 if there is no error, 1 if there are errors (or too many
warnings), 2 if the command cannot do what it is asked to, or cannot read a file.
`;
