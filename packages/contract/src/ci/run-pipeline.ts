import { z } from 'zod';
import { boolInput, filledText, idInput } from '../core/inputs.ts';

/** Starting pipelines and jobs, as clients ask for it. */

export const VARIABLE_TYPES = ['env_var', 'file'] as const;
export const variableKey = z.string().regex(/^[A-Za-z0-9_]{1,255}$/);
const MAX_VARIABLES = 1_000;
const MAX_VALUE = 65_536;
const MAX_REF = 1_024;

/** Clients send numbers and booleans where texts are meant. */
export const variableValue = z
  .union([z.string(), z.number(), z.boolean()])
  .transform(String)
  .refine((value) => value.length <= MAX_VALUE);

export const variablesInput = z
  .array(
    z.strictObject({
      key: variableKey,
      value: variableValue.default(''),
      variable_type: z.enum(VARIABLE_TYPES).default('env_var'),
    }),
  )
  .max(MAX_VARIABLES);

export const inputValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);
/** Values for what the configuration declares in `spec:inputs`, by name. */
export const inputsInput = z.record(z.string().max(255), inputValue);

export const runPipelineInput = z.strictObject({
  ref: filledText.max(MAX_REF),
  variables: variablesInput.optional(),
  inputs: inputsInput.optional(),
});

/** `variables[KEY]=value`. */
export const triggerPipelineInput = z.strictObject({
  token: filledText.max(255),
  ref: filledText.max(MAX_REF),
  variables: z
    .record(variableKey, variableValue)
    .refine((values) => Object.keys(values).length <= MAX_VARIABLES)
    .optional(),
  inputs: inputsInput.optional(),
});

export const playJobInput = z.strictObject({
  job_variables_attributes: z
    .array(z.strictObject({ key: variableKey, value: variableValue.default('') }))
    .max(MAX_VARIABLES)
    .optional(),
  /** Values for what the job declares in `inputs`, by name. */
  job_inputs: inputsInput.optional(),
});
export const retryJobInput = playJobInput.pick({ job_inputs: true });
export const cancelJobInput = z.strictObject({ force: boolInput.default(false) });
export const jobParams = z.strictObject({ job_id: idInput });

export const restVariable = z.strictObject({
  variable_type: z.enum(VARIABLE_TYPES),
  key: z.string(),
  /** Null for a hidden one. */
  value: z.string().nullable(),
  hidden: z.boolean().optional(),
  protected: z.boolean().optional(),
  masked: z.boolean().optional(),
  raw: z.boolean(),
  environment_scope: z.string().optional(),
  description: z.string().nullable().optional(),
});
export type RestVariable = z.output<typeof restVariable>;
