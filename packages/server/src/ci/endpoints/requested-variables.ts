import type { variablesInput } from '@tributary/contract/ci/run-pipeline.ts';
import type { z } from 'zod';
import type { PipelineVariable } from '../variables/pipeline-variables.ts';

/** Variables for a new pipeline as the REST endpoint takes them. */
export const asPipelineVariables = (variables: z.output<typeof variablesInput> = []): PipelineVariable[] =>
  variables.map(({ key, value, variable_type: kind }) => ({ key, value, kind }));

/** Of a trigger: values by key. */
export const asNamedVariables = (values: Record<string, string> = {}): PipelineVariable[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
