import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput, idInput, intInput, listInput, pagingInput } from '../core/inputs.ts';
import { CI_STATUSES } from './status.ts';

export const RUNNER_STATUSES = ['online', 'offline', 'stale', 'never_contacted'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];
export const RUNNER_TYPES = ['instance_type', 'group_type', 'project_type'] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

const tags = listInput
  .pipe(z.array(z.string().min(1).max(255)).max(50))
  .transform((names) => [...new Set(names.map((name) => name.toLowerCase()))].toSorted());
const timeout = z
  .union([
    intInput.refine((value) => value >= 600 && value <= 31_536_000),
    z.literal('').transform(() => null),
    z.null(),
  ])
  .optional();

/** What can be set about a runner. */
export const runnerFields = {
  description: z.string().max(1_024).optional(),
  maintenance_note: z.string().max(1_024).nullable().optional(),
  paused: boolInput.optional(),
  /** The opposite of `paused`, from older clients. */
  active: boolInput.optional(),
  locked: boolInput.optional(),
  run_untagged: boolInput.optional(),
  tag_list: tags.optional(),
  access_level: z.enum(['not_protected', 'ref_protected']).optional(),
  maximum_timeout: timeout,
};
export type RunnerFields = z.output<z.ZodObject<typeof runnerFields>>;

export const updateRunnerInput = z.strictObject(runnerFields);
export const createRunnerInput = z.strictObject({
  ...runnerFields,
  runner_type: z.enum(RUNNER_TYPES),
  group_id: idInput.optional(),
  project_id: idInput.optional(),
});

const text = z.string().max(1_024).nullish();
/** What a runner says of itself. What it sends beside that, such as its features, has no effect. */
export const runnerInfo = z
  .object({ name: text, version: text, revision: text, platform: text, architecture: text, executor: text })
  .partial();
export type RunnerInfo = z.output<typeof runnerInfo>;

export const runnerToken = z.string().min(1).max(200);
export const systemId = z.string().min(1).max(64);

export const registerRunnerInput = z.object({
  ...runnerFields,
  token: runnerToken,
  maintainer_note: runnerFields.maintenance_note,
  info: runnerInfo.optional(),
});
export const runnerTokenInput = z.object({ token: runnerToken });
export const verifyRunnerInput = z.object({
  token: runnerToken,
  system_id: systemId.optional(),
  info: runnerInfo.optional(),
});
export const removeManagerInput = z.object({ token: runnerToken, system_id: systemId });
export const assignRunnerInput = z.strictObject({ runner_id: idInput });

const STATUS_FILTER = ['active', 'paused', ...RUNNER_STATUSES] as const;
export const listRunnersInput = z.strictObject({
  ...pagingInput,
  /** The older filter; `type` and `status` count before it. */
  scope: z.enum(['specific', 'shared', ...RUNNER_TYPES, ...STATUS_FILTER]).optional(),
  type: z.enum(RUNNER_TYPES).optional(),
  status: z.enum(STATUS_FILTER).optional(),
  paused: boolInput.optional(),
  tag_list: tags.optional(),
  version_prefix: z
    .string()
    .regex(/^[\d.]{1,20}$/)
    .optional(),
});
export const listRunnerJobsInput = z.strictObject({
  ...pagingInput,
  status: z.enum(CI_STATUSES).optional(),
  system_id: systemId.optional(),
  order_by: z.literal('id').default('id'),
  sort: z.enum(['asc', 'desc']).default('desc'),
});

const time = z.iso.datetime();
export const restRunnerCredentials = z.strictObject({
  id: z.number(),
  token: z.string(),
  token_expires_at: time.nullable(),
});
export const restResetToken = z.strictObject({ token: z.string(), token_expires_at: time.nullable() });
export const restRegistrationToken = z.strictObject({ token: z.string() });

export const restRunner = z.strictObject({
  id: z.number(),
  description: z.string(),
  ip_address: z.string().nullable(),
  active: z.boolean(),
  paused: z.boolean(),
  is_shared: z.boolean(),
  runner_type: z.enum(RUNNER_TYPES),
  name: z.string().nullable(),
  online: z.boolean().nullable(),
  created_by: restUserBasic.nullable(),
  created_at: time,
  status: z.enum(RUNNER_STATUSES),
  job_execution_status: z.enum(['active', 'idle']),
});
export type RestRunner = z.output<typeof restRunner>;

export const restRunnerProject = z.strictObject({
  id: z.number(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  web_url: z.string(),
});
export type RestRunnerProject = z.output<typeof restRunnerProject>;

export const restRunnerDetails = restRunner.extend({
  tag_list: z.array(z.string()),
  run_untagged: z.boolean(),
  locked: z.boolean(),
  maximum_timeout: z.number().nullable(),
  access_level: z.enum(['not_protected', 'ref_protected']),
  version: z.string().nullable(),
  revision: z.string().nullable(),
  platform: z.string().nullable(),
  architecture: z.string().nullable(),
  contacted_at: time.nullable(),
  maintenance_note: z.string().nullable(),
  projects: z.array(restRunnerProject),
  groups: z.array(z.strictObject({ id: z.number(), name: z.string(), web_url: z.string() })),
});
export type RestRunnerDetails = z.output<typeof restRunnerDetails>;

export const restRunnerManager = z.strictObject({
  id: z.number(),
  system_id: z.string(),
  version: z.string().nullable(),
  revision: z.string().nullable(),
  platform: z.string().nullable(),
  architecture: z.string().nullable(),
  created_at: time,
  contacted_at: time.nullable(),
  ip_address: z.string().nullable(),
  status: z.enum(RUNNER_STATUSES),
  job_execution_status: z.enum(['active', 'idle']),
});
export type RestRunnerManager = z.output<typeof restRunnerManager>;
