import { z } from 'zod';
import { filledText, timeInput } from '../core/inputs.ts';
import { ignored } from '../core/ignored.ts';
import { restUserWithAdmin } from './rest.ts';

export const KEY_USAGES = ['auth_and_signing', 'auth', 'signing'] as const;

export const createSshKeyInput = z.strictObject({
  title: filledText.max(255),
  key: filledText.max(16_384),
  usage_type: z.enum(KEY_USAGES).default('auth_and_signing'),
  expires_at: timeInput.optional(),
});

export const restSshKey = z.object({
  id: z.number(),
  title: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  key: z.string(),
  usage_type: z.enum(KEY_USAGES),
});
export type RestSshKey = z.output<typeof restSshKey>;

/** For administrators. */
export const restSshKeyWithUser = restSshKey.extend({ user: restUserWithAdmin });
/** With the projects where it is enabled, if it is a deploy key. */
export const restFoundKey = restSshKey.extend({
  user: restUserWithAdmin.optional(),
  deploy_keys_projects: z
    .array(
      z.object({ deploy_key_id: z.number(), project_id: z.number(), can_push: z.boolean(), created_at: z.string() }),
    )
    .optional(),
});
export const findSshKeyInput = z.strictObject({ fingerprint: filledText.max(255) });

export const createGpgKeyInput = z.strictObject({ key: filledText.max(200_000), ...ignored('revoke') });

export const restGpgKey = z.object({ id: z.number(), key: z.string(), created_at: z.string() });
export type RestGpgKey = z.output<typeof restGpgKey>;
