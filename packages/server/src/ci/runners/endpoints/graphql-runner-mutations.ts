import { updateRunnerInput } from '@tributary/contract/ci/runners.ts';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { assignRunner, changeRunner, removeRunner, unassignRunner } from '../operations/change-runner.ts';
import { clearCaches } from '../operations/clear-caches.ts';
import { createRunner, resetRegistrationToken } from '../operations/create-runner.ts';
import { viewRunners } from '../reads/list-runners.ts';
import type { RunnerRow } from '../store/runner-store.ts';
import { addRunnerInputs, addRunnerPayloads } from './graphql-runner-inputs.ts';
import type { GraphqlRunner, RunnerEnums } from './graphql-runners.ts';

/** Runners of one request. */
const MAX_RUNNERS = 50;

async function view(ctx: Context, runner: RunnerRow, token?: string): Promise<GraphqlRunner> {
  const [found] = await viewRunners(ctx, [runner]);
  if (!found) throw new AppError('not_found', { resource: 'Runner' });
  return { ...found, ...(token !== undefined && { token }) };
}

type Given = {
  description?: string | null | undefined;
  maintenanceNote?: string | null | undefined;
  maximumTimeout?: number | null | undefined;
  accessLevel?: 'NOT_PROTECTED' | 'REF_PROTECTED' | null | undefined;
  paused?: boolean | null | undefined;
  locked?: boolean | null | undefined;
  runUntagged?: boolean | null | undefined;
  tagList?: string[] | null | undefined;
};

/** By the rules of the REST endpoint for the same. */
function fieldsOf(given: Given) {
  const parsed = updateRunnerInput.safeParse({
    ...(given.description != null && { description: given.description }),
    ...(given.maintenanceNote !== undefined && { maintenance_note: given.maintenanceNote }),
    ...(given.maximumTimeout !== undefined && { maximum_timeout: given.maximumTimeout }),
    ...(given.accessLevel != null && { access_level: given.accessLevel.toLowerCase() }),
    ...(given.paused != null && { paused: given.paused }),
    ...(given.locked != null && { locked: given.locked }),
    ...(given.runUntagged != null && { run_untagged: given.runUntagged }),
    ...(given.tagList != null && { tag_list: given.tagList }),
  });
  if (parsed.success) return parsed.data;
  throw new AppError('bad_parameter', { name: parsed.error.issues[0]?.path.join('.') ?? 'input' });
}

const idsOf = (ids: readonly string[]): number[] => {
  if (ids.length > MAX_RUNNERS) failFields({ base: [`At most ${MAX_RUNNERS} runners can be changed at once`] });
  return ids.map((id) => parseNumericId(id, 'Ci::Runner'));
};

/** Does it for each runner; what is refused is told, and the others are done. */
async function forEach<T>(ids: readonly string[], work: (id: number) => Promise<T>) {
  const done: T[] = [];
  const errors: string[] = [];
  for (const id of idsOf(ids)) {
    try {
      done.push(await work(id));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      errors.push(`Runner ${id}: ${error.message}`);
    }
  }
  return { done, errors };
}

type Owner = {
  type: 'INSTANCE_TYPE' | 'GROUP_TYPE' | 'PROJECT_TYPE';
  groupId?: string | null;
  projectId?: string | null;
};

function ownerOf({ type, groupId, projectId }: Owner) {
  if (type === 'INSTANCE_TYPE') return { kind: 'instance' } as const;
  const isGroup = type === 'GROUP_TYPE';
  const id = isGroup ? groupId : projectId;
  if (id == null) throw new AppError('missing_parameter', { names: isGroup ? 'groupId' : 'projectId' });
  return { kind: isGroup ? 'group' : 'project', id: parseNumericId(id, isGroup ? 'Group' : 'Project') } as const;
}

/** Creating and changing runners. */
export function addRunnerMutations(builder: GraphqlBuilder, enums: RunnerEnums): void {
  addRunnerPayloads(builder);
  const inputs = addRunnerInputs(builder, enums);
  builder.mutationFields((t) => {
    const assignment = (name: string, change: typeof unassignRunner) =>
      t.field({
        type: 'RunnerErrorsPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.assign(name), required: true }) },
        resolve: (_root, { input: { runnerId, projectPath } }, { ctx }) =>
          answerMutation({}, async () => {
            const { project } = await getProjectAccess(ctx, projectPath);
            await change(ctx, { projectId: project.id, runnerId: parseNumericId(runnerId, 'Ci::Runner') });
            return {};
          }),
      });
    return {
      runnerCreate: t.field({
        type: 'RunnerChangePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.create, required: true }) },
        resolve: (_root, { input: { runnerType: type, groupId, projectId, ...given } }, { ctx }) =>
          answerMutation({ runner: null }, async () => {
            const owner = ownerOf({ type, groupId: groupId ?? null, projectId: projectId ?? null });
            const { runner, token } = await createRunner(ctx, { owner, fields: fieldsOf(given) });
            return { runner: await view(ctx, runner, token) };
          }),
      }),
      runnerUpdate: t.field({
        type: 'RunnerChangePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.update, required: true }) },
        resolve: (_root, { input: { id, ...given } }, { ctx }) =>
          answerMutation({ runner: null }, async () => {
            const runnerId = parseNumericId(id, 'Ci::Runner');
            return { runner: await view(ctx, await changeRunner(ctx, { runnerId, fields: fieldsOf(given) })) };
          }),
      }),
      runnerDelete: t.field({
        type: 'RunnerErrorsPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.remove, required: true }) },
        resolve: (_root, { input: { id } }, { ctx }) =>
          answerMutation({}, async () => {
            await removeRunner(ctx, { runnerId: parseNumericId(id, 'Ci::Runner') });
            return {};
          }),
      }),
      runnerBulkPause: t.field({
        type: 'RunnerBulkPausePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.pause, required: true }) },
        resolve: (_root, { input: { ids, paused } }, { ctx }) => {
          const told = { errors: [] as string[] };
          return answerMutation(
            { updatedRunners: null },
            async () => {
              const { done, errors } = await forEach(ids, async (runnerId) =>
                view(ctx, await changeRunner(ctx, { runnerId, fields: { paused } })),
              );
              told.errors.push(...errors);
              return { updatedRunners: done };
            },
            told,
          );
        },
      }),
      bulkRunnerDelete: t.field({
        type: 'BulkRunnerDeletePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.removeAll, required: true }) },
        resolve: (_root, { input: { ids } }, { ctx }) => {
          const told = { errors: [] as string[] };
          return answerMutation(
            { deletedIds: null },
            async () => {
              const { done, errors } = await forEach(ids ?? [], async (runnerId) => {
                await removeRunner(ctx, { runnerId });
                return toGlobalId('Ci::Runner', runnerId);
              });
              told.errors.push(...errors);
              return { deletedIds: done };
            },
            told,
          );
        },
      }),
      runnersRegistrationTokenReset: t.field({
        type: 'RunnersRegistrationTokenResetPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.reset, required: true }) },
        resolve: (_root, { input: { type, id = null } }, { ctx }) =>
          answerMutation({ token: null }, async () => ({
            token: await resetRegistrationToken(ctx, { owner: ownerOf({ type, groupId: id, projectId: id }) }),
          })),
      }),
      runnerAssignToProject: assignment('RunnerAssignToProjectInput', assignRunner),
      runnerUnassignFromProject: assignment('RunnerUnassignFromProjectInput', unassignRunner),
      runnerCacheClear: t.field({
        type: 'RunnerErrorsPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.clear, required: true }) },
        resolve: (_root, { input: { projectId } }, { ctx }) =>
          answerMutation({}, async () => {
            await clearCaches(ctx, { projectId: parseNumericId(projectId, 'Project') });
            return {};
          }),
      }),
    };
  });
}
