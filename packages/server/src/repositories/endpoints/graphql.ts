import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import { spendContent } from '../../endpoints/graphql/spend-content.ts';
import type { Context } from '../../platform/context.ts';
import { escapeHtml } from '../../platform/markup/index.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { getCommit } from '../reads/commit-reads.ts';
import { listEntries } from '../reads/file-reads.ts';
import { addRepositoryChanges } from './graphql-changes.ts';
import { addProjectRepositoryFields } from './graphql-project.ts';
import { addRefFields } from './graphql-refs.ts';
import { addSignatures } from './graphql-signature.ts';
import { addCommitType, toGraphqlCommit } from './graphql-commit.ts';
import { type FileAtRef, lastCommitAt, readFilesAt, repositoryState } from '../reads/repository-facts.ts';

type Entries = Awaited<ReturnType<typeof listEntries>>;
type Entry = Entries['entries'][number] & { ref: string; projectPath: string };
type TreeAt = { access: ProjectAccess; ref: string; path: string; list: Entries };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Repository: ProjectAccess;
    Tree: TreeAt;
    TreeEntry: Entry;
    TreeEntryConnection: Connection<Entry>;
    RepositoryBlob: FileAtRef;
    RepositoryBlobConnection: Connection<FileAtRef>;
  }
}

const MAX_FILES = 20;
const hrefOf = ({ type, projectPath, ref, path }: Entry): string =>
  type === 'tree' ? repositoryPaths.tree(projectPath, ref, path) : repositoryPaths.blob(projectPath, ref, path);

function addTree(builder: GraphqlBuilder): void {
  builder.objectType('TreeEntry', {
    description: 'A directory, a file or a submodule.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ oid }) => toGlobalId('TreeEntry', oid) }),
      sha: t.string({ nullable: false, resolve: ({ oid }) => oid }),
      name: t.exposeString('name', { nullable: false }),
      type: t.string({ nullable: false, resolve: ({ type }) => type }),
      path: t.exposeString('path', { nullable: false }),
      flatPath: t.string({ nullable: false, resolve: ({ path }) => path }),
      mode: t.exposeString('mode', { nullable: true }),
      webPath: t.string({ nullable: true, resolve: (entry) => (entry.type === 'commit' ? null : hrefOf(entry)) }),
      webUrl: t.string({
        nullable: true,
        resolve: (entry, _args, { ctx }) => (entry.type === 'commit' ? null : `${ctx.config.url}${hrefOf(entry)}`),
      }),
    }),
  });
  builder.objectType('TreeEntryConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['TreeEntry'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  const kinds = { trees: 'tree', blobs: 'blob', submodules: 'commit' } as const;
  builder.objectType('Tree', {
    fields: (t) => ({
      lastCommit: t.field({
        type: 'Commit',
        nullable: true,
        resolve: async ({ access, path, list }, _args, { ctx }) => {
          const commit = await lastCommitAt(ctx, access, list.sha, path);
          return commit ? toGraphqlCommit(access, commit) : null;
        },
      }),
    }),
  });
  for (const [name, type] of Object.entries(kinds)) {
    builder.objectField('Tree', name, (t) =>
      t.field({
        type: 'TreeEntryConnection',
        nullable: false,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ access, ref, list }, args) => {
          const own = list.entries.filter((entry) => entry.type === type);
          const place = { ref, projectPath: access.project.full_path };
          return sliceConnection(
            own.map((entry) => ({ ...entry, ...place })),
            args,
          );
        },
      }),
    );
  }
}

/** Each field that gives it counts. */
async function textOf(ctx: Context, { textBytes, readText }: FileAtRef): Promise<string | null> {
  spendContent(ctx, textBytes);
  return readText();
}

function addBlobs(builder: GraphqlBuilder): void {
  builder.objectType('RepositoryBlob', {
    description: 'A file with its content.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ oid }) => toGlobalId('Gitlab::Git::Blob', oid) }),
      oid: t.exposeString('oid', { nullable: false }),
      name: t.exposeString('name', { nullable: true }),
      path: t.exposeString('path', { nullable: false }),
      mode: t.exposeString('mode', { nullable: true }),
      ref: t.exposeString('ref', { nullable: true }),
      size: t.field({ type: 'BigInt', nullable: true, resolve: ({ size }) => size }),
      rawSize: t.field({ type: 'BigInt', nullable: true, resolve: ({ size }) => size }),
      rawBlob: t.string({ nullable: true, resolve: (file, _args, { ctx }) => textOf(ctx, file) }),
      rawTextBlob: t.string({ nullable: true, resolve: (file, _args, { ctx }) => textOf(ctx, file) }),
      plainData: t.string({
        nullable: true,
        description: 'Escaped HTML, without syntax highlighting.',
        resolve: async (file, _args, { ctx }) => {
          const text = await textOf(ctx, file);
          const html = text === null ? null : escapeHtml(text);
          spendContent(ctx, (html?.length ?? 0) - (text?.length ?? 0));
          return html;
        },
      }),
      webPath: t.string({
        nullable: true,
        resolve: ({ projectPath, ref, path }) => repositoryPaths.blob(projectPath, ref, path),
      }),
      rawPath: t.string({
        nullable: true,
        resolve: ({ projectPath, ref, path }) => repositoryPaths.raw(projectPath, ref, path),
      }),
    }),
  });
  builder.objectType('RepositoryBlobConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['RepositoryBlob'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

function addRepository(builder: GraphqlBuilder): void {
  builder.objectType('Repository', {
    fields: (t) => ({
      exists: t.boolean({
        nullable: false,
        resolve: async (access, _args, { ctx }) => (await repositoryState(ctx, access)).exists,
      }),
      empty: t.boolean({
        nullable: false,
        resolve: async (access, _args, { ctx }) => (await repositoryState(ctx, access)).isEmpty,
      }),
      rootRef: t.string({ nullable: true, resolve: ({ project }) => project.default_branch }),
      commit: t.field({
        type: 'Commit',
        nullable: true,
        description: 'By SHA, branch or tag.',
        args: { ref: t.arg.string({ required: true }) },
        resolve: (access, { ref }, asked) =>
          orNull(asked, async () => toGraphqlCommit(access, await getCommit(asked.ctx, access, ref))),
      }),
      tree: t.field({
        type: 'Tree',
        nullable: true,
        args: { path: t.arg.string(), ref: t.arg.string(), recursive: t.arg.boolean() },
        resolve: async (access, args, { ctx }) => {
          if ((await repositoryState(ctx, access)).isEmpty) return null;
          const ref = args.ref ?? access.project.default_branch ?? 'HEAD';
          const path = args.path ?? '';
          const list = await listEntries(ctx, access, { ref, path, recursive: args.recursive ?? false });
          return { access, ref, path, list };
        },
      }),
      blobs: t.field({
        type: 'RepositoryBlobConnection',
        nullable: true,
        description: `Files by path, at most ${MAX_FILES}. Missing files are omitted.`,
        args: { paths: t.arg.stringList({ required: true }), ref: t.arg.string() },
        resolve: async (access, { paths, ref }, { ctx }) => {
          if ((await repositoryState(ctx, access)).isEmpty) return null;
          return sliceConnection(await readFilesAt(ctx, access, paths.slice(0, MAX_FILES), ref ?? undefined), {});
        },
      }),
    }),
  });
  builder.objectField('Project', 'repository', (t) =>
    t.field({
      type: 'Repository',
      nullable: true,
      resolve: async ({ project }, _args, { ctx }) => readableRepository(ctx, project.id),
    }),
  );
}

/** Null for who may not read the code, as if there were none. */
async function readableRepository(ctx: Context, projectId: number): Promise<ProjectAccess | null> {
  const access = await getProjectAccess(ctx, projectId);
  return isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository')) ? access : null;
}

/** What lies in the repository of a project. */
export function extendWithRepository(builder: GraphqlBuilder): void {
  addCommitType(builder);
  addSignatures(builder);
  addTree(builder);
  addBlobs(builder);
  addRepository(builder);
  addRefFields(builder);
  addProjectRepositoryFields(builder);
  addRepositoryChanges(builder);
}
