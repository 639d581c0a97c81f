import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';

/** A deploy key and where it is enabled. */
export type DeployKeyUse = {
  id: number;
  title: string;
  key: string;
  createdById: number | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  projects: { projectId: number; canPush: boolean; createdAt: Date }[];
};
type FindDeployKey = (ctx: Context, fingerprint: string) => Promise<DeployKeyUse | undefined>;

let find: FindDeployKey = async () => undefined;

/** Deploy keys belong to projects; one key is either a user's or a deploy key. */
export function defineDeployKeys(finder: FindDeployKey): Extension {
  return () => {
    find = finder;
  };
}

export const findDeployKeyUse: FindDeployKey = (ctx, fingerprint) => find(ctx, fingerprint);
