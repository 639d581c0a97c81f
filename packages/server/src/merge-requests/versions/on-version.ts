import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import type { VersionRow } from '../store/versions.ts';

/** A new version, and the request as it was before it. */
export type NewVersion = { row: MergeRequestRow; version: VersionRow };

type OnVersion = (ctx: Context, created: NewVersion) => Promise<void>;

const followers: OnVersion[] = [];

/** For slices to the right: `follow` runs in the transaction that writes a version, which holds the request's row. */
export function onVersion(follow: OnVersion): Extension {
  return () => {
    followers.push(follow);
  };
}

export async function followVersion(ctx: Context, created: NewVersion): Promise<void> {
  for (const follow of followers) await follow(ctx, created);
}
