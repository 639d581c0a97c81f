import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';

export type TokenJob = { jobId: number; projectId: number; userId: number };
type JobTokens = {
  isJobToken: (text: string) => boolean;
  /** The running job whose token it is. */
  find: (ctx: Context, token: string) => Promise<TokenJob | undefined>;
};

let known: JobTokens | undefined;

/** Jobs have tokens that act as the user whose job it is; the slice of jobs knows them. */
export function defineJobTokens(tokens: JobTokens): Extension {
  return () => {
    known = tokens;
  };
}

export const isJobToken = (text: string): boolean => known?.isJobToken(text) ?? false;

export async function findTokenJob(ctx: Context, token: string): Promise<TokenJob | undefined> {
  return known?.find(ctx, token);
}
