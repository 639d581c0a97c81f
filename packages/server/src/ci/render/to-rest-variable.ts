import type { RestVariable } from '@tributary/contract/ci/run-pipeline.ts';
import type { CiVariable } from '../variables/pipeline-variables.ts';

/** A variable that a pipeline was started with. */
export function toRestPipelineVariable({ key, value, kind, raw }: CiVariable): RestVariable {
  return { variable_type: kind, key, value, raw };
}
