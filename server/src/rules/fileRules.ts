import * as l10n from "@vscode/l10n";
import { MAX_DEPTH, propertyOf, spanOf } from "../document/jsonTree.js";
import { type SetupFile, targetOf } from "../document/setupFile.js";
import { MAX_BYTES } from "../../../schemas/decode.js";
import { type FileRules, characterAt, type Problems, type RuleContext } from "./rule.js";

export const wholeFileRules = [
  ["too-large", "error", tooLarge],
  ["not-an-object", "error", notAnObject],
  ["duplicate-target", "warning", duplicateTarget],
  ["nothing-to-update", "warning", nothingToUpdate],
] as const satisfies FileRules;

/** A file that exceeds the size or depth limit. It has no other problems. */
function* tooLarge({ tooLargeAt }: SetupFile): Problems {
  if (tooLargeAt === undefined) return;
  yield {
    ...characterAt(tooLargeAt),
    message: () =>
      l10n.t(
        "This file isn't checked because it's larger than {0} MB or nested deeper than {1} levels; make it smaller.",
        MAX_BYTES / 1024 / 1024,
        MAX_DEPTH,
      ),
  };
}

/** The root or the setup isn't an object. */
function* notAnObject({ tree, root, shape }: SetupFile): Problems {
  if (tree && !root) {
    yield {
      ...spanOf(tree),
      message: () => l10n.t("A setup file must be an object; put its properties in braces."),
    };
  }
  const value = root && shape === "full" ? propertyOf(root, "setup")?.value : undefined;
  if (value && value.type !== "object") {
    yield {
      ...spanOf(value),
      message: () => l10n.t('The value of "setup" must be an object; put its properties in braces.'),
    };
  }
}

/** A file with neither `name` nor `setup`. Not reported if there are errors. */
function* nothingToUpdate({ tree, root, shape, syntaxFault }: SetupFile): Problems {
  const message = (): string => l10n.t('This file updates nothing; add "name", "setup", or both.');
  if (!tree && !syntaxFault) yield { start: 0, end: 0, message };
  if (!root || shape === "bare" || propertyOf(root, "name") || propertyOf(root, "setup")) return;
  yield { ...characterAt(root.node.offset), message };
}

function* duplicateTarget(file: SetupFile, { sameTarget }: RuleContext): Problems {
  const target = sameTarget && targetOf(file);
  if (!target) return;
  const { count, first } = sameTarget(target);
  if (count === 0) return;
  const more = count - first.length;
  yield {
    ...spanOf(target.node),
    message: () =>
      count === 1
        ? l10n.t("Another file updates the same connection; keep one, or the last push wins.")
        : l10n.t("{0} other files update the same connection; keep one, or the last push wins.", count),
    related: first.map((place, at) => ({
      place,
      message:
        more > 0 && at === first.length - 1
          ? l10n.t("The same connection is updated here. More such files: {0}.", more)
          : l10n.t("The same connection is updated here."),
    })),
  };
}
