import { z } from 'zod';
import { boolInput, filledText, idInput, pagingInput, timeInput } from '../core/inputs.ts';

const expiry = z.union([z.literal('').transform(() => null), timeInput]).nullish();

export const createDeployKeyInput = z.strictObject({
  title: filledText.max(255),
  key: filledText.max(16_384),
  can_push: boolInput.default(false),
  expires_at: expiry,
});
export const createInstanceDeployKeyInput = createDeployKeyInput.omit({ can_push: true });
export const updateDeployKeyInput = z.strictObject({
  title: filledText.max(255).optional(),
  can_push: boolInput.optional(),
  expires_at: expiry,
});
export const listProjectDeployKeysInput = z.strictObject(pagingInput);
export const listDeployKeysInput = z.strictObject({ ...pagingInput, public: boolInput.optional() });
export const deployKeyParams = z.object({ key_id: idInput });

export const restKey = z.object({
  id: z.number(),
  title: z.string(),
  key: z.string(),
  /** Of MD5, in pairs of digits. */
  fingerprint: z.string(),
  fingerprint_sha256: z.string(),
  usage_type: z.literal('auth'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});
/** In one project. */
export const restDeployKey = restKey.extend({ can_push: z.boolean() });
export type RestDeployKey = z.output<typeof restDeployKey>;

const restKeyProject = z.object({
  id: z.number(),
  description: z.string().nullable(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  created_at: z.string(),
});
/** With the projects where it is enabled. */
export const restInstanceDeployKey = restKey.extend({
  projects_with_write_access: z.array(restKeyProject),
  projects_with_readonly_access: z.array(restKeyProject),
});

export type DeployKeyCard = {
  id: number;
  title: string;
  fingerprint: string;
  canPush: boolean;
  /** Offered to all projects by an administrator. */
  isPublic: boolean;
  /** Who created it, whose rights a push has; null when the account is gone. */
  createdBy: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  isExpired: boolean;
};

/** Kind `project_deploy_keys`: `…/-/settings/deploy_keys`. */
export type DeployKeysPageData = {
  projectId: number;
  keys: DeployKeyCard[];
  /** Keys of other projects, and public ones, that can be enabled here. */
  available: { id: number; title: string; fingerprint: string }[];
  canAdd: boolean;
  /** Also in an archived project. */
  canRemove: boolean;
  /** Whether git is served over SSH at all. */
  isSshOn: boolean;
};
