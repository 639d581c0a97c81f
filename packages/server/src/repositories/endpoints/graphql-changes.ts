import { createCommitInput } from '@tributary/contract/projects/repository-inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { answerMutation, type MutationAnswer } from '../../endpoints/graphql/mutation.ts';
import type { Context } from '../../platform/context.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess } from '../../projects/index.ts';
import { createBranch } from '../operations/branches.ts';
import { toFileAction } from '../operations/change-file.ts';
import { createCommit } from '../operations/create-commit.ts';
import { getCommit } from '../reads/commit-reads.ts';
import { type GraphqlCommit, toGraphqlCommit } from './graphql-commit.ts';

type BranchAt = { name: string; commit: GraphqlCommit };
type Committed = { commit: GraphqlCommit; content: string[] };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Branch: BranchAt;
    CreateBranchPayload: MutationAnswer<{ branch: BranchAt }>;
    CommitCreatePayload: MutationAnswer<{ made: Committed }>;
  }
}

/** The repository of a project as the actor meets it; not_found for who may not read it. */
async function repositoryAt(ctx: Context, projectPath: string) {
  const access = await getProjectAccess(ctx, projectPath);
  authorize(ctx.actor, 'read_code', featureOf(access, 'repository'));
  return access;
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Branch', {
    fields: (t) => ({
      name: t.exposeString('name', { nullable: false }),
      commit: t.field({ type: 'Commit', nullable: true, resolve: ({ commit }) => commit }),
    }),
  });
  builder.objectType('CreateBranchPayload', {
    fields: (t) => ({
      branch: t.field({ type: 'Branch', nullable: true, resolve: ({ branch }) => branch }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('CommitCreatePayload', {
    fields: (t) => ({
      commit: t.field({ type: 'Commit', nullable: true, resolve: ({ made }) => made?.commit ?? null }),
      content: t.stringList({
        nullable: true,
        description: 'Content of the files, in the order of the actions.',
        resolve: ({ made }) => made?.content ?? null,
      }),
      commitPipelinePath: t.string({
        nullable: true,
        description: 'Always null. CI pipelines are not available.',
        resolve: () => null,
      }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

function addInputs(builder: GraphqlBuilder) {
  const mode = builder.enumType('CommitActionMode', {
    values: {
      CREATE: { value: 'create' },
      UPDATE: { value: 'update' },
      MOVE: { value: 'move' },
      DELETE: { value: 'delete' },
      CHMOD: { value: 'chmod' },
    } as const,
  });
  const encoding = builder.enumType('CommitEncoding', {
    values: { TEXT: { value: 'text' }, BASE64: { value: 'base64' } } as const,
  });
  const action = builder.inputType('CommitAction', {
    fields: (t) => ({
      action: t.field({ type: mode, required: true }),
      filePath: t.string({ required: true }),
      previousPath: t.string({ description: 'Previous path of a moved file.' }),
      content: t.string(),
      encoding: t.field({ type: encoding }),
      executeFilemode: t.boolean(),
      lastCommitId: t.string({ description: 'The file must not have changed since this commit.' }),
    }),
  });
  const commit = builder.inputType('CommitCreateInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      branch: t.string({ required: true }),
      startBranch: t.string({ description: 'The branch a new branch starts from.' }),
      message: t.string({ required: true }),
      actions: t.field({ type: [action], required: true }),
      clientMutationId: t.string(),
    }),
  });
  const branch = builder.inputType('CreateBranchInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      name: t.string({ required: true }),
      ref: t.string({ required: true, description: 'A branch, tag or commit.' }),
      clientMutationId: t.string(),
    }),
  });
  return { commit, branch };
}

type Action = {
  action: string;
  filePath: string;
  previousPath?: string | null | undefined;
  content?: string | null | undefined;
  encoding?: string | null | undefined;
  executeFilemode?: boolean | null | undefined;
  lastCommitId?: string | null | undefined;
};
type NewCommit = { branch: string; startBranch?: string | null | undefined; message: string; actions: Action[] };

/** By the rules of the REST interface for the same. */
function commitOf(given: NewCommit) {
  const parsed = createCommitInput.safeParse({
    branch: given.branch,
    commit_message: given.message,
    start_branch: given.startBranch ?? undefined,
    actions: given.actions.map((each) => ({
      action: each.action,
      file_path: each.filePath,
      previous_path: each.previousPath ?? undefined,
      content: each.content,
      encoding: each.encoding ?? undefined,
      last_commit_id: each.lastCommitId,
      execute_filemode: each.executeFilemode ?? undefined,
    })),
  });
  if (parsed.success) return parsed.data;
  throw new AppError('bad_parameter', { name: parsed.error.issues[0]?.path.join('.') ?? 'input' });
}

/** `createBranch` and `commitCreate`. */
export function addRepositoryChanges(builder: GraphqlBuilder): void {
  addTypes(builder);
  const inputs = addInputs(builder);
  builder.mutationFields((t) => ({
    createBranch: t.field({
      type: 'CreateBranchPayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.branch, required: true }) },
      resolve: (_root, { input: { projectPath, name, ref } }, { ctx }) =>
        answerMutation({ branch: null }, async () => {
          const access = await repositoryAt(ctx, projectPath);
          const made = await createBranch(ctx, { projectId: access.project.id, name, ref });
          const commit = toGraphqlCommit(access, await getCommit(ctx, access, made.sha));
          return { branch: { name: made.name, commit } };
        }),
    }),
    commitCreate: t.field({
      type: 'CommitCreatePayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.commit, required: true }) },
      resolve: (_root, { input: { projectPath, clientMutationId: _echo, ...given } }, { ctx }) =>
        answerMutation({ made: null }, async () => {
          const access = await repositoryAt(ctx, projectPath);
          const input = commitOf(given);
          const { sha } = await createCommit(ctx, {
            projectId: access.project.id,
            branch: input.branch,
            message: input.commit_message,
            actions: input.actions.map(toFileAction),
            startBranch: input.start_branch,
          });
          const commit = toGraphqlCommit(access, await getCommit(ctx, access, sha));
          return { made: { commit, content: given.actions.map(({ content }) => content ?? '') } };
        }),
    }),
  }));
}
