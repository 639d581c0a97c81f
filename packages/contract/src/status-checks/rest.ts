import { z } from 'zod';
import { restMergeRequest } from '../merge-requests/rest.ts';
import { restProtectedBranch } from '../projects/repository-rest.ts';

/** A service that merge requests of a project are told to. */
export const restExternalStatusCheck = z.strictObject({
  id: z.number(),
  name: z.string(),
  project_id: z.number(),
  external_url: z.string(),
  /** There is a secret that signs what is sent. */
  hmac: z.boolean(),
  protected_branches: z.array(restProtectedBranch),
});
export type RestExternalStatusCheck = z.infer<typeof restExternalStatusCheck>;

/** What it says about the head of one merge request. */
export const restRequestStatusCheck = z.strictObject({
  id: z.number(),
  name: z.string(),
  external_url: z.string(),
  status: z.enum(['pending', 'passed', 'failed']),
});
export type RestRequestStatusCheck = z.infer<typeof restRequestStatusCheck>;

export const restStatusCheckResponse = z.strictObject({
  id: z.number(),
  merge_request: restMergeRequest,
  external_status_check: z.strictObject({ id: z.number(), name: z.string(), external_url: z.string() }),
  status: z.enum(['pending', 'passed', 'failed']),
});
