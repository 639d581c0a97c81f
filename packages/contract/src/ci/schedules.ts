import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput, filledText, idInput, pagingInput } from '../core/inputs.ts';
import type { UserRef } from '../projects/page.ts';
import { restPipelineBasic } from './pipeline-rest.ts';
import type { DetailedStatus } from './pipeline-rest.ts';
import {
  inputValue,
  restVariable,
  variableKey,
  variablesInput,
  variableValue,
  VARIABLE_TYPES,
} from './run-pipeline.ts';

const MAX_TEXT = 255;
const MAX_REF = 1_024;
const MAX_INPUTS = 100;

/** `destroy` takes the input of this name away. */
const inputs = z
  .array(
    z.strictObject({
      name: filledText.max(MAX_TEXT),
      value: inputValue.optional(),
      destroy: boolInput.optional(),
    }),
  )
  .max(MAX_INPUTS);

const fields = {
  description: filledText.max(MAX_TEXT),
  ref: filledText.max(MAX_REF),
  cron: filledText.max(MAX_TEXT),
  cron_timezone: filledText.max(MAX_TEXT).optional(),
  active: boolInput.optional(),
  inputs: inputs.optional(),
};

export const listSchedulesInput = z.strictObject({ ...pagingInput, scope: z.enum(['active', 'inactive']).optional() });
export const scheduleParams = z.object({ pipeline_schedule_id: idInput });
export const createScheduleInput = z.strictObject(fields);
export const updateScheduleInput = z.strictObject({
  ...fields,
  description: fields.description.optional(),
  ref: fields.ref.optional(),
  cron: fields.cron.optional(),
});
export type ScheduleSettings = z.output<typeof updateScheduleInput>;

const MAX_VARIABLES = 100;
/** As the page saves it: with all variables of the schedule. */
export const saveScheduleInput = createScheduleInput.extend({ variables: variablesInput.max(MAX_VARIABLES) });

export const scheduleVariableParams = scheduleParams.extend({ key: z.string().max(MAX_TEXT) });
export const createScheduleVariableInput = z.strictObject({
  key: variableKey,
  value: variableValue,
  variable_type: z.enum(VARIABLE_TYPES).default('env_var'),
});
export const updateScheduleVariableInput = z.strictObject({
  value: variableValue,
  variable_type: z.enum(VARIABLE_TYPES).optional(),
});

export const restSchedule = z.strictObject({
  id: z.number(),
  description: z.string(),
  ref: z.string(),
  cron: z.string(),
  cron_timezone: z.string(),
  next_run_at: z.iso.datetime().nullable(),
  active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  owner: restUserBasic.nullable(),
  inputs: z.array(z.strictObject({ name: z.string(), value: inputValue })),
});
export const restScheduleDetails = restSchedule.extend({
  last_pipeline: restPipelineBasic.nullable(),
  /** Only for its owner and for maintainers. */
  variables: z.array(restVariable).optional(),
});
export type RestSchedule = z.output<typeof restSchedule>;
export type RestScheduleDetails = z.output<typeof restScheduleDetails>;

export type ScheduleCard = {
  id: number;
  description: string;
  ref: string;
  cron: string;
  timezone: string;
  isActive: boolean;
  nextRunAt: string | null;
  note: string | null;
  owner: UserRef | null;
  lastPipeline: { id: number; href: string; status: DetailedStatus } | null;
  /** Null for who may not change them. */
  variables: { key: string; value: string; type: (typeof VARIABLE_TYPES)[number] }[] | null;
  can: { update: boolean; play: boolean; takeOwnership: boolean };
};

export type ScheduleScope = 'all' | 'active' | 'inactive';

export type SchedulesPageData = {
  projectId: number;
  projectPath: string;
  refsPath: string;
  scope: ScheduleScope;
  counts: Record<ScheduleScope, number>;
  schedules: ScheduleCard[];
  defaultBranch: string;
  canCreate: boolean;
};
