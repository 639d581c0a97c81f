import type { Extensions } from '../../platform/extensions.ts';
import { pageOf, slicePage } from '@tributary/contract/core/paging.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import {
  definePaletteSource,
  defineSearchScope,
  featureOf,
  type ProjectAccess,
  type SearchRequest,
} from '../../projects/index.ts';
import { isoMoment, momentOf } from '../reads/commit-moments.ts';
import { type CodeLine, findLines } from '../reads/code-search.ts';
import type { CommitFacts } from '../reads/commit-facts.ts';
import { findCommitsByText } from '../reads/commit-reads.ts';
import { findFilesByTerms } from '../reads/find-file.ts';
import { toRestCommitDetail } from '../render/to-rest.ts';
import { homeOf, restCommitOf } from './rest-answers.ts';

const EXCERPT_CHARS = 200;
const SHORT_SHA = 8;

/** The project whose code may be searched by this user, and has some. */
function searchable(ctx: Context, { project }: SearchRequest): ProjectAccess | undefined {
  if (project?.project.repository_state !== 'ready') return undefined;
  return isAllowed(ctx.actor, 'read_code', featureOf(project, 'repository')) ? project : undefined;
}

type FoundLine = CodeLine & { access: ProjectAccess };

type FoundCommit = { commit: CommitFacts; access: ProjectAccess };

export const repositoriesSearchScopes: Extensions = [
  defineSearchScope<FoundLine>({
    key: 'blobs',
    label: 'Code',
    order: 10,
    where: 'in_project',
    search: async (ctx, request) => {
      const access = searchable(ctx, request);
      if (!access) return pageOf<FoundLine>([], request, 0);
      const lines = await findLines(ctx, access, request);
      return slicePage(
        lines.map((line) => ({ ...line, access })),
        request,
      );
    },
    toItem: (_ctx, { access, ref, path, name, line, text }) => ({
      id: `${path}:${line}`,
      title: name,
      href: `${repositoryPaths.blob(access.project.full_path, ref, path)}#L${line}`,
      icon: 'file',
      reference: `line ${line}`,
      excerpt: text.trim().slice(0, EXCERPT_CHARS),
      facts: [],
      person: null,
      avatarUrl: null,
      at: null,
    }),
    toRest: (_ctx, { access, ref, path, line, text }) => ({
      basename: path.replace(/\.[^./]*$/, ''),
      data: `${text}\n`,
      path,
      filename: path,
      id: null,
      ref,
      startline: line,
      project_id: access.project.id,
    }),
  }),
  defineSearchScope<FoundCommit>({
    key: 'commits',
    label: 'Commits',
    order: 15,
    where: 'in_project',
    search: async (ctx, request) => {
      const access = searchable(ctx, request);
      if (!access) return pageOf<FoundCommit>([], request, 0);
      const found = await findCommitsByText(ctx, access, request);
      return { ...found, items: found.items.map((commit) => ({ commit, access })) };
    },
    toItem: (_ctx, { commit, access }) => ({
      id: commit.sha,
      title: commit.subject,
      href: repositoryPaths.commit(access.project.full_path, commit.sha),
      icon: 'commit',
      reference: commit.sha.slice(0, SHORT_SHA),
      excerpt: commit.body.trim().slice(0, EXCERPT_CHARS) || null,
      facts: [],
      person: null,
      avatarUrl: null,
      at: isoMoment(momentOf(commit.committer)),
    }),
    toRest: (ctx, { commit, access }) =>
      toRestCommitDetail(restCommitOf(homeOf(ctx, access), commit), {
        projectId: access.project.id,
        stats: undefined,
        lastPipeline: null,
      }),
  }),
  definePaletteSource({
    key: 'files',
    title: 'Files',
    order: 15,
    find: async (ctx, query, limit, project) => {
      if (!project || !isAllowed(ctx.actor, 'read_code', featureOf(project, 'repository'))) return [];
      const found = await findFilesByTerms(ctx, project, query, limit);
      return found.map(({ path, name, refName }) => {
        const cut = name.lastIndexOf('/');
        return {
          id: `file-${path}`,
          text: name.slice(cut + 1),
          ...(cut > 0 && { detail: name.slice(0, cut) }),
          href: repositoryPaths.blob(project.project.full_path, refName, path),
          icon: 'file',
        };
      });
    },
  }),
];
