import { pathFrom } from "../paths.js";
import { visibleJson } from "../visible.js";
import type { CreateFormat } from "./format.js";

/** Grows only when something a reader relies on is taken away or changes its meaning. */
const SHAPE = 1;

/** One JSON object, described in docs/editors.md; each file stands in a line of its own. */
export const json: CreateFormat = ({ cwd }) => {
  let separator = "\n";
  return {
    begin: `{"version":${SHAPE},"files":[`,
    file: ({ path, problems }) => {
      const shown = problems.map(({ related, ...problem }) => ({
        ...problem,
        related: related.map(({ path: other, ...rest }) => ({ path: pathFrom(cwd, other), ...rest })),
      }));
      const line = `${separator}${visibleJson({ path: pathFrom(cwd, path), diagnostics: shown })}`;
      separator = ",\n";
      return line;
    },
    end: ({ files, filesWithProblems, counts, unread }) => {
      const summary = {
        files,
        filesWithProblems,
        ...counts,
        unread: unread.map(({ path, reason }) => ({ path: pathFrom(cwd, path), reason })),
      };
      return `\n],"summary":${visibleJson(summary)}}\n`;
    },
  };
};
