import type { Rotations } from "../../core/push/state/openRotations.js";
import type { PushContext } from "../../core/push/context.js";
import type { SampleServices } from "../sample/sampleServices.js";
import type { PushList } from "./pushList.js";
import type { Refusals } from "./refusals.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

export interface PushServices extends SampleServices {
  readonly pushes: PushContext;
  readonly pushList: PushList;
  readonly refusals: Refusals;
  readonly reviews: ReviewDocuments;
  readonly rotations: Rotations;
}
