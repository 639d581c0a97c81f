import type { Page } from '@tributary/contract/core/paging.ts';
import type { RestCommit } from '@tributary/contract/projects/repository-rest.ts';
import type { FastifyReply } from 'fastify';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { type CommitFacts, trailersOf } from '../reads/commit-facts.ts';
import { type Home, toRestCommit } from '../render/to-rest.ts';

export function homeOf(ctx: Context, access: ProjectAccess): Home {
  return { origin: ctx.config.url, path: access.project.full_path };
}

export function restCommitOf(home: Home, commit: CommitFacts): RestCommit {
  return toRestCommit(home, commit, trailersOf(commit));
}

type ListAnswer<T, R> = {
  /** Pages are walked by token: only the link to the next one is told. */
  isWalked: boolean;
  address: string;
  query: Record<string, string>;
  render: (item: T) => R;
};

/** A page of a list, numbered or walked. */
export function answerList<T, R>(
  reply: FastifyReply,
  found: { page: Page<T>; nextToken: string | null },
  answer: ListAnswer<T, R>,
): unknown {
  if (!answer.isWalked) return paged(found.page, answer.render);
  if (found.nextToken !== null) {
    const query = new URLSearchParams({ ...answer.query, page_token: found.nextToken });
    reply.header('Link', `<${answer.address}?${query.toString()}>; rel="next"`);
  }
  return found.page.items.map(answer.render);
}
