import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';

/** A merge request as issues show it: only what the reader may see. */
export type RelatedRequest = {
  id: number;
  iid: number;
  title: string;
  reference: string;
  href: string;
  state: 'opened' | 'closed' | 'merged' | 'locked';
  isDraft: boolean;
  /** Its merge closes the issue. */
  isClosing: boolean;
};

type Source = {
  /** By issue: merge requests that name it and that the actor may see. */
  count: (ctx: Context, issueIds: readonly number[]) => Promise<Map<number, number>>;
  list: (ctx: Context, issueId: number) => Promise<RelatedRequest[]>;
};

let source: Source | undefined;

/** Registered by the slice that knows merge requests. */
export function defineRelatedRequests(definition: Source): Extension {
  return () => {
    source = definition;
  };
}

export function countRelatedRequests(ctx: Context, issueIds: readonly number[]): Promise<Map<number, number>> {
  return source && issueIds.length > 0 ? source.count(ctx, issueIds) : Promise.resolve(new Map());
}

export function listRelatedRequests(ctx: Context, issueId: number): Promise<RelatedRequest[]> {
  return source ? source.list(ctx, issueId) : Promise.resolve([]);
}
