import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { z } from 'zod';
import { ATOM_TYPE, type AtomEntry, atomFeed } from '../../endpoints/http/atom-feed.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inRepository, type ProjectAccess } from '../../projects/index.ts';
import { momentOf } from '../reads/commit-moments.ts';
import { listNewestCommits } from '../reads/newest-commits.ts';
import { listTagFacts } from '../reads/ref-lists.ts';

const tag = 'Repository pages';
const ENTRIES = 40;
const input = z.looseObject({ format: z.literal('atom') });
const isAtom = (query: URLSearchParams) => query.get('format') === 'atom';

type GitCommit = Awaited<ReturnType<typeof listNewestCommits>>[number];

function commitEntry(url: string, access: ProjectAccess, commit: GitCommit): AtomEntry {
  return {
    href: `${url}${repositoryPaths.commit(access.project.full_path, commit.sha)}`,
    title: commit.subject,
    updatedAt: momentOf(commit.committer),
    author: { name: commit.author.name, email: commit.author.email },
    summary: commit.message,
  };
}

const commits = defineRoute({
  method: 'GET',
  path: '/commits/*ref',
  ability: 'read_code',
  summary: 'Get the latest commits of a ref as an Atom feed',
  tag,
  params: z.object({ ref: z.string() }),
  input,
  subject: inRepository,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, params, reply }) => {
    const found = await listNewestCommits(ctx, subject, params.ref, ENTRIES);
    const href = `${ctx.config.url}${repositoryPaths.commits(subject.project.full_path, params.ref)}`;
    reply.header('content-type', ATOM_TYPE);
    return atomFeed({
      title: `${subject.project.name}: commits of ${params.ref}`,
      href,
      selfHref: `${href}?format=atom`,
      entries: found.map((commit) => commitEntry(ctx.config.url, subject, commit)),
    });
  },
});

const tags = defineRoute({
  method: 'GET',
  path: '/tags',
  ability: 'read_code',
  summary: 'Get the latest tags as an Atom feed',
  tag,
  input,
  subject: inRepository,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, reply }) => {
    const { page } = await listTagFacts(ctx, subject, { page: 1, perPage: ENTRIES, sort: 'updated_desc' });
    const href = `${ctx.config.url}/${subject.project.full_path}/-/tags`;
    const entries = page.items.flatMap(({ name, message, commit }) =>
      commit ? [{ ...commitEntry(ctx.config.url, subject, commit), title: name, summary: message }] : [],
    );
    reply.header('content-type', ATOM_TYPE);
    return atomFeed({ title: `${subject.project.name}: tags`, href, selfHref: `${href}?format=atom`, entries });
  },
});

/** The same addresses without the format are pages. */
export const feedRoutes: readonly ScopedRoute[] = [commits, tags].map((route) =>
  defineScopedRoute('project', route, isAtom),
);
