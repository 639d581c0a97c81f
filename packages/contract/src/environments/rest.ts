import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { restJob } from '../ci/job-rest.ts';
import { boolInput, filledText, intInput, pagingInput, timeInput } from '../core/inputs.ts';
import { ignored } from '../core/ignored.ts';
import { restBasicProject } from '../projects/projects.ts';
import {
  AUTO_STOP_SETTINGS,
  DEPLOYMENT_STATUSES,
  ENVIRONMENT_STATES,
  REPORTED_DEPLOYMENT_STATUSES,
  TIERS,
} from './status.ts';

const time = z.iso.datetime();

export const MAX_ENVIRONMENT_NAME = 255;
/** Shorter words would find nearly everything. */
export const MIN_ENVIRONMENT_SEARCH = 3;

const nameInput = filledText.max(MAX_ENVIRONMENT_NAME);

export const listEnvironmentsInput = z.strictObject({
  ...pagingInput,
  name: nameInput.optional(),
  search: z.string().max(MAX_ENVIRONMENT_NAME).optional(),
  states: z.enum(ENVIRONMENT_STATES).optional(),
});

const changes = {
  /** An address of http or https; null and an empty text take it away. */
  external_url: z.string().max(255).nullish(),
  slug: z.string().max(24).optional(),
  tier: z.enum(TIERS).optional(),
  description: z.string().max(10_000).nullish(),
  auto_stop_setting: z.enum(AUTO_STOP_SETTINGS).optional(),
  ...ignored('cluster_agent_id', 'kubernetes_namespace', 'flux_resource_path'),
};

export const createEnvironmentInput = z.strictObject({ ...changes, name: nameInput });
export const updateEnvironmentInput = z.strictObject({ ...changes, ...ignored('name') });
export const stopEnvironmentInput = z.strictObject({ force: boolInput.default(false) });
export const stopStaleInput = z.strictObject({ before: timeInput });
export const deleteReviewAppsInput = z.strictObject({
  before: timeInput.optional(),
  limit: intInput.pipe(z.number().min(1).max(1_000)).default(100),
  dry_run: boolInput.default(true),
});

export const restEnvironmentBasic = z.strictObject({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  external_url: z.string().nullable(),
  created_at: time,
  updated_at: time,
});
export type RestEnvironmentBasic = z.output<typeof restEnvironmentBasic>;

export const restReviewApps = z.strictObject({
  scheduled_entries: z.array(restEnvironmentBasic),
  unprocessable_entries: z.array(restEnvironmentBasic),
});

export const restDeployment = z.strictObject({
  id: z.number(),
  iid: z.number(),
  ref: z.string(),
  sha: z.string(),
  created_at: time,
  updated_at: time,
  user: restUserBasic.nullable(),
  environment: restEnvironmentBasic,
  deployable: restJob.nullable(),
  status: z.enum(DEPLOYMENT_STATUSES),
});
export type RestDeployment = z.output<typeof restDeployment>;

export const restEnvironment = restEnvironmentBasic.extend({
  description: z.string(),
  tier: z.enum(TIERS),
  state: z.enum(ENVIRONMENT_STATES),
  auto_stop_at: time.nullable(),
  auto_stop_setting: z.enum(AUTO_STOP_SETTINGS),
  cluster_agent: z.null(),
  kubernetes_namespace: z.null(),
  flux_resource_path: z.null(),
  project: restBasicProject.optional(),
  last_deployment: restDeployment.nullable().optional(),
});
export type RestEnvironment = z.output<typeof restEnvironment>;

export const DEPLOYMENT_ORDERS = ['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref'] as const;

export const listDeploymentsInput = z.strictObject({
  ...pagingInput,
  order_by: z.enum(DEPLOYMENT_ORDERS).default('id'),
  sort: z.enum(['asc', 'desc']).default('asc'),
  updated_after: timeInput.optional(),
  updated_before: timeInput.optional(),
  finished_after: timeInput.optional(),
  finished_before: timeInput.optional(),
  environment: nameInput.optional(),
  status: z.enum(DEPLOYMENT_STATUSES).optional(),
});

export const createDeploymentInput = z.strictObject({
  environment: nameInput,
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  ref: filledText.max(1_024),
  tag: boolInput,
  status: z.enum(REPORTED_DEPLOYMENT_STATUSES),
});
export const updateDeploymentInput = z.strictObject({ status: z.enum(REPORTED_DEPLOYMENT_STATUSES) });
