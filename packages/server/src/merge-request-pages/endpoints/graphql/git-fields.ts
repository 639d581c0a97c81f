import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectView, type ProjectView } from '../../../projects/index.ts';
import {
  findProjectAccess,
  commitPage,
  type MergeRequestView,
  type VersionCommitRow,
} from '../../../merge-requests/index.ts';
import { diffStats, type FileStat } from '../../../changes/index.ts';
import type { GraphqlCommit } from '../../../repositories/index.ts';
import type { GraphqlMergeRequest } from './found.ts';

type Summary = { additions: number; deletions: number; changes: number; fileCount: number };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CommitConnection: Connection<GraphqlCommit>;
    DiffStats: FileStat;
    DiffStatsSummary: Summary;
  }
}

function toCommit({ id, full_path: projectPath }: MergeRequestView['project'], row: VersionCommitRow): GraphqlCommit {
  return {
    sha: row.sha,
    message: row.message,
    authorName: row.author_name,
    authorEmail: row.author_email,
    authoredDate: row.authored_at,
    committerName: row.committer_name,
    committerEmail: row.committer_email,
    committedDate: row.committed_at,
    projectId: id,
    projectPath,
  };
}

/** Null when it is gone, or not for this reader. */
async function projectOrNull(ctx: Context, id: number | null): Promise<ProjectView | null> {
  if (id === null || !(await findProjectAccess(ctx, id))) return null;
  return getProjectView(ctx, id);
}

async function summaryOf(ctx: Context, { view: { row } }: GraphqlMergeRequest): Promise<Summary | null> {
  const files = await diffStats(ctx, row);
  if (!files) return null;
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return { additions, deletions, changes: additions + deletions, fileCount: files.length };
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('CommitConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Commit'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('DiffStats', {
    fields: (t) => ({
      path: t.exposeString('path', { nullable: false }),
      additions: t.exposeInt('additions', { nullable: false }),
      deletions: t.exposeInt('deletions', { nullable: false }),
    }),
  });
  builder.objectType('DiffStatsSummary', {
    fields: (t) => ({
      additions: t.exposeInt('additions', { nullable: false }),
      deletions: t.exposeInt('deletions', { nullable: false }),
      changes: t.exposeInt('changes', { nullable: false }),
      fileCount: t.exposeInt('fileCount', { nullable: false }),
    }),
  });
}

/** Commits, counted lines and projects of a merge request. */
export function addGitFields(builder: GraphqlBuilder): void {
  addTypes(builder);
  builder.objectFields('MergeRequest', (t) => ({
    projectId: t.int({ nullable: false, resolve: ({ view }) => view.row.target_project_id }),
    targetProjectId: t.int({ nullable: false, resolve: ({ view }) => view.row.target_project_id }),
    sourceProjectId: t.int({ nullable: true, resolve: ({ view }) => view.row.source_project_id }),
    project: t.field({
      type: 'Project',
      nullable: false,
      resolve: ({ view }, _args, { ctx }) => getProjectView(ctx, view.row.target_project_id),
    }),
    targetProject: t.field({
      type: 'Project',
      nullable: false,
      resolve: ({ view }, _args, { ctx }) => getProjectView(ctx, view.row.target_project_id),
    }),
    sourceProject: t.field({
      type: 'Project',
      nullable: true,
      resolve: ({ view }, _args, { ctx }) => projectOrNull(ctx, view.row.source_project_id),
    }),
    commits: t.field({
      type: 'CommitConnection',
      nullable: true,
      description: 'Commits of the latest version, newest first.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ view }, args, { ctx }) =>
        pagedConnection(args, async (request) => {
          const page = await commitPage(ctx, view.row, request);
          return { ...page, items: page.items.map((row) => toCommit(view.project, row)) };
        }),
    }),
    commitsWithoutMergeCommits: t.field({
      type: 'CommitConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ view }, args, { ctx }) => {
        const page = await commitPage(ctx, view.row, { page: 1, perPage: MAX_COMMITS });
        const own = page.items.filter((row) => row.parent_shas.length < 2);
        return sliceConnection(
          own.map((row) => toCommit(view.project, row)),
          args,
        );
      },
    }),
    diffStats: t.field({
      type: ['DiffStats'],
      nullable: true,
      args: { path: t.arg.string() },
      resolve: async ({ view }, { path }, { ctx }) => {
        const files = await diffStats(ctx, view.row);
        return path ? (files?.filter((file) => file.path === path) ?? null) : (files ?? null);
      },
    }),
    diffStatsSummary: t.field({
      type: 'DiffStatsSummary',
      nullable: true,
      resolve: (request, _args, { ctx }) => summaryOf(ctx, request),
    }),
  }));
}

/** As many as a version remembers. */
const MAX_COMMITS = 1_000;
