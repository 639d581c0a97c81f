import { z } from 'zod';
import { boolInput, filledText, idInput, listInput, pagingInput, timeInput } from '../core/inputs.ts';

/** What a deploy token may be for. Those of registries are stored, and open nothing while there is no registry. */
export const DEPLOY_TOKEN_SCOPES = [
  { name: 'read_repository', text: 'Clone and fetch over Git.' },
  { name: 'read_registry', text: 'For a container registry. This instance has none.' },
  { name: 'write_registry', text: 'For a container registry. This instance has none.' },
  { name: 'read_virtual_registry', text: 'For a virtual registry. This instance has none.' },
  { name: 'write_virtual_registry', text: 'For a virtual registry. This instance has none.' },
  { name: 'read_package_registry', text: 'For a package registry. This instance has none.' },
  { name: 'write_package_registry', text: 'For a package registry. This instance has none.' },
] as const;

export const listDeployTokensInput = z.strictObject({ ...pagingInput, active: boolInput.optional() });
export const createDeployTokenInput = z.strictObject({
  name: filledText.max(255),
  username: z
    .string()
    .max(255)
    .regex(/^[\w.+-]*$/)
    .nullish(),
  scopes: listInput,
  expires_at: z.union([z.literal('').transform(() => null), timeInput]).nullish(),
});
export const deployTokenParams = z.object({ token_id: idInput });

export type NewDeployToken = {
  name: string;
  /** `gitlab+deploy-token-<id>` when left out. */
  username?: string | null | undefined;
  scopes: string[];
  expiresAt?: Date | null | undefined;
};

export const restDeployToken = z.object({
  id: z.number(),
  name: z.string(),
  username: z.string(),
  expires_at: z.iso.datetime().nullable(),
  scopes: z.array(z.string()),
  revoked: z.boolean(),
  expired: z.boolean(),
});
export type RestDeployToken = z.output<typeof restDeployToken>;
/** Shown this once. */
export const restNewDeployToken = restDeployToken.extend({ token: z.string() });

export type DeployTokenCard = {
  id: number;
  name: string;
  username: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  isExpired: boolean;
};

/** Kinds `project_deploy_tokens` and `group_deploy_tokens`: `…/-/settings/deploy_tokens`. */
export type DeployTokensPageData = {
  owner: { kind: 'project' | 'group'; id: number };
  tokens: DeployTokenCard[];
  canCreate: boolean;
  /** Also in an archived project. */
  canRevoke: boolean;
};
