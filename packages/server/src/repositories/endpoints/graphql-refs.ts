import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess, projectLanguages } from '../../projects/index.ts';
import { getCommit, refsAtCommit, refsOfCommit } from '../reads/commit-reads.ts';
import { branchNames } from '../reads/ref-lists.ts';
import { repositoryState } from '../reads/repository-facts.ts';

type CommitRefs = { access: ProjectAccess; sha: string };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CommitReferences: CommitRefs;
    CommitParentNames: { names: string[] };
    RepositoryLanguage: { name: string; share: number };
  }
}

const MAX_NAMES = 1_000;

/** Null for who may not read the code, and where there is none yet. */
async function readable(ctx: Context, projectId: number): Promise<ProjectAccess | null> {
  const access = await getProjectAccess(ctx, projectId);
  if (!isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository'))) return null;
  return (await repositoryState(ctx, access)).isEmpty ? null : access;
}

const CONTAINING = { containingBranches: 'branch', containingTags: 'tag' } as const;
const TIPPING = { tippingBranches: 'branch', tippingTags: 'tag' } as const;

function addReferences(builder: GraphqlBuilder): void {
  builder.objectType('CommitParentNames', {
    description: 'Names of branches or tags.',
    fields: (t) => ({
      names: t.exposeStringList('names', { nullable: true }),
      totalCount: t.int({ nullable: true, resolve: ({ names }) => names.length }),
    }),
  });
  builder.objectType('CommitReferences', { description: 'Branches and tags that contain a commit.' });
  for (const [name, kind] of Object.entries(CONTAINING)) {
    builder.objectField('CommitReferences', name, (t) =>
      t.field({
        type: 'CommitParentNames',
        nullable: true,
        args: {
          limit: t.arg.int({ required: true, description: `At most ${MAX_NAMES}.` }),
          excludeTipped: t.arg.boolean({
            defaultValue: false,
            description: 'Excludes refs that point directly at the commit.',
          }),
        },
        resolve: async ({ access, sha }, { limit, excludeTipped }, { ctx }) => {
          const found = (await refsOfCommit(ctx, access, sha, kind)).map((ref) => ref.name);
          const tipped = new Set(excludeTipped ? await refsAtCommit(ctx, access, sha, kind) : []);
          return { names: found.filter((each) => !tipped.has(each)).slice(0, Math.max(limit, 0)) };
        },
      }),
    );
  }
  for (const [name, kind] of Object.entries(TIPPING)) {
    builder.objectField('CommitReferences', name, (t) =>
      t.field({
        type: 'CommitParentNames',
        nullable: true,
        args: { limit: t.arg.int({ required: true, description: `At most ${MAX_NAMES}.` }) },
        resolve: async ({ access, sha }, { limit }, { ctx }) => ({
          names: (await refsAtCommit(ctx, access, sha, kind)).slice(0, Math.max(limit, 0)),
        }),
      }),
    );
  }
}

/** Languages and branches of a project, and where its commits are to be found. */
export function addRefFields(builder: GraphqlBuilder): void {
  addReferences(builder);
  builder.objectType('RepositoryLanguage', {
    fields: (t) => ({
      name: t.exposeString('name', { nullable: false }),
      share: t.exposeFloat('share', { nullable: true, description: 'In percent.' }),
      color: t.string({ nullable: true, description: 'Always null. Colors are not available.', resolve: () => null }),
    }),
  });
  builder.objectFields('Project', (t) => ({
    languages: t.field({
      type: ['RepositoryLanguage'],
      nullable: true,
      resolve: async ({ project }, _args, { ctx }) => {
        const access = await readable(ctx, project.id);
        if (!access) return null;
        return Object.entries(await projectLanguages(ctx, project)).map(([name, share]) => ({ name, share }));
      },
    }),
    protectableBranches: t.stringList({
      nullable: true,
      resolve: async ({ project }, _args, { ctx }) => {
        const access = await readable(ctx, project.id);
        return access && branchNames(ctx, access);
      },
    }),
    commitReferences: t.field({
      type: 'CommitReferences',
      nullable: true,
      args: { commitSha: t.arg.string({ required: true }) },
      resolve: (view, { commitSha }, asked) =>
        orNull(asked, async () => {
          const access = await readable(asked.ctx, view.project.id);
          return access && { access, sha: (await getCommit(asked.ctx, access, commitSha)).sha };
        }),
    }),
  }));
}
