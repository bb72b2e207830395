import { type Scene } from "../scene.js";
import { compare } from "./compare.js";
import { overview } from "./overview.js";
import { overviewPage } from "./overviewPage.js";
import { review } from "./review.js";

/** Every picture that the documentation and the extension show. */
export const SCENES: readonly Scene[] = [overview, review, compare, overviewPage];
