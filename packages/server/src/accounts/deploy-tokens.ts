import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';

/** What a deploy token opens: one project, or all projects in a group. */
export type FoundDeployToken = { id: number; scopes: string[]; projectId: number | null; groupId: number | null };
type DeployTokens = {
  isDeployToken: (text: string) => boolean;
  /** The living token with this name; its last use is written down. */
  find: (ctx: Context, username: string, token: string) => Promise<FoundDeployToken | undefined>;
};

let known: DeployTokens | undefined;

/** Deploy tokens have no user behind them; the slice of projects knows them. */
export function defineDeployTokens(tokens: DeployTokens): Extension {
  return () => {
    known = tokens;
  };
}

export const isDeployToken = (text: string): boolean => known?.isDeployToken(text) ?? false;

export async function findDeployToken(
  ctx: Context,
  username: string,
  token: string,
): Promise<FoundDeployToken | undefined> {
  return known?.find(ctx, username, token);
}
