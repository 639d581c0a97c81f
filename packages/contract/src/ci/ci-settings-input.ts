import { boolInput } from '../core/inputs.ts';

/** Settings of pipelines among the fields of a project. */
export const ciSettingFields = {
  shared_runners_enabled: boolInput.optional(),
  group_runners_enabled: boolInput.optional(),
};
