import { AppError } from '@tributary/contract/errors/app-error.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { branchRef, getDefaultBranch, readRef, setDefaultBranch } from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit, emitAll, publish } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { protectDefaultBranch } from '../protection/branch-rights.ts';
import { deleteIntents, insertPushEvents, setDefaultBranchColumn, touchProject } from '../store/push-store.ts';
import { countPushForMaintenance } from '../store/maintenance-store.ts';
import { forgetVisible } from '../visible-objects.ts';
import type {} from '../events.ts';
import { type DescribedMove, describeMoves } from './describe-move.ts';
import {
  handlersFor,
  openPushOptions,
  parsePushOptions,
  pushFollowers,
  pushMessages,
  sealPushOptions,
} from './push-registry.ts';
import type { RefMove } from './ref-move.ts';

export type AfterMove = {
  /** Names the push whose intents this finishes. */
  pushKey: string;
  pushOptions?: readonly string[];
  /** The same, of a push that recovery finishes. */
  sealedOptions?: string | undefined;
  /** Who moved them, where that is not the actor (recovery). */
  movedById?: number | null;
  /** What the moves mean, where someone is finding that out already. */
  described?: Promise<DescribedMove[]>;
};

/**
 * What follows when refs have moved, whichever interface moved them: events exactly once, the default branch of a first push,
 * activity, maintenance, and what other slices registered. Returns lines to print. Safe to repeat.
 */
export async function afterRefsMoved(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly RefMove[],
  options: AfterMove,
): Promise<string[]> {
  const repo = repositoryOf(ctx, access);
  forgetVisible(repo);
  failpoint('push.post_receive');
  const described = await (options.described ?? describeMoves(repo, moves, access.project.default_branch));
  const defaultBranch = await adoptDefaultBranch(repo, access, described);
  const texts = options.pushOptions ?? [];
  const write = () => recordAndFollow(ctx, access, described, options, defaultBranch);
  // Push options may make what messages tell about; without them nothing waits for the other.
  if (texts.length === 0) return (await Promise.all([collectMessages(ctx, access, described), write()]))[0];
  await write();
  return [...(await runPushOptions(ctx, access, described, texts)), ...(await collectMessages(ctx, access, described))];
}

/**
 * One transaction for the record and for what follows at once: whoever hears of the push meets all of it. Where following
 * fails, the push is recorded alone, and its event leads to the same.
 */
async function recordAndFollow(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly DescribedMove[],
  options: AfterMove,
  defaultBranch: string | undefined,
): Promise<void> {
  const followed = moves.slice(0, MAX_FOLLOWED_MOVES);
  const movedById = movedByOf(ctx, options);
  const pushOptions = options.pushOptions
    ? parsePushOptions(options.pushOptions)
    : openPushOptions(ctx, options.sealedOptions);
  let hasFollowed = false;
  try {
    await transact(ctx, async (inner) => {
      for (const move of followed)
        for (const follower of pushFollowers()) await follower(inner, access, move, movedById, pushOptions);
      hasFollowed = true;
      await record(inner, access, moves, options, defaultBranch);
    });
  } catch (error) {
    if (hasFollowed) throw error;
    ctx.log.warn({ err: error }, 'a push is followed by its event only');
    await transact(ctx, (inner) => record(inner, access, moves, options, defaultBranch));
  }
  failpoint('push.outbox');
}

function movedByOf(ctx: Context, options: AfterMove): number | null {
  return options.movedById === undefined ? (actorId(ctx.actor) ?? null) : options.movedById;
}

/** Most refs of one push that are followed before the answer; the events take care of all. */
const MAX_FOLLOWED_MOVES = 10;

/** More refs of one kind that one push creates, changes or removes share one event, as GitLab does by default. */
const MAX_SINGLE_EVENTS = 3;

function withBulkCounts(
  moves: readonly DescribedMove[],
  defaultBranch: string | null,
): { move: DescribedMove; bulkCount?: number }[] {
  const groups = Map.groupBy(moves, ({ refKind, action }) => `${refKind} ${action}`);
  return [...groups.values()].flatMap((group) => {
    if (group.length <= MAX_SINGLE_EVENTS) return group.map((move) => ({ move }));
    const first = group.find(({ refKind, name }) => refKind === 'branch' && name === defaultBranch) ?? group[0];
    return first ? [{ move: first, bulkCount: group.length }] : [];
  });
}

async function record(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly DescribedMove[],
  options: AfterMove,
  defaultBranch: string | undefined,
): Promise<void> {
  const projectId = access.project.id;
  const movedById = movedByOf(ctx, options);
  await deleteIntents(ctx.db, options.pushKey);
  const factsOf = ({ ref, oldSha, newSha, action, isForced, commitCount }: DescribedMove) => {
    return { projectId, ref, oldSha, newSha, action, isForced, commitCount, actorId: movedById };
  };
  const ids = await insertPushEvents(
    ctx.db,
    moves.map((move) => ({ ...factsOf(move), pushKey: options.pushKey, commitTitle: move.commitTitle })),
  );
  const sealed = options.pushOptions?.length ? sealPushOptions(ctx, options.pushOptions) : options.sealedOptions;
  const sealedOptions = sealed === undefined ? {} : { sealedOptions: sealed };
  const recorded = moves.filter((move) => ids.has(move.ref));
  const events = withBulkCounts(recorded, defaultBranch ?? access.project.default_branch).flatMap((each) => {
    const { refKind, name, ref } = each.move;
    const pushEventId = ids.get(ref);
    if (pushEventId === undefined) return [];
    const bulk = each.bulkCount !== undefined && { bulkCount: each.bulkCount };
    return { ...factsOf(each.move), pushEventId, refKind, name, ...bulk, ...sealedOptions };
  });
  await emitAll(ctx, 'push.received', events);
  await countPushForMaintenance(ctx.db, projectId);
  // Notes and other refs that are neither branch nor tag are kept, and nothing else follows.
  if (moves.length === 0) return;
  const hasArrived = moves.some((move) => move.action !== 'deleted');
  await touchProject(ctx.db, projectId, { now: ctx.clock.now(), hasArrived });
  if (defaultBranch !== undefined) {
    await setDefaultBranchColumn(ctx.db, projectId, defaultBranch);
    await protectDefaultBranch(ctx, projectId, defaultBranch);
    if (defaultBranch !== access.project.default_branch) {
      await emit(ctx, 'project.default_branch_changed', { projectId, branch: defaultBranch });
    }
  }
  // Without names any ref may have moved.
  const refs = moves.length > MAX_PUBLISHED_REFS ? undefined : moves.map((move) => move.ref);
  const fits = refs !== undefined && Buffer.byteLength(JSON.stringify(refs)) <= MAX_PUBLISHED_BYTES;
  await publish(ctx, `project:${projectId}`, 'refs_moved', fits ? { refs } : {});
}

const MAX_PUBLISHED_REFS = 20;
/** PostgreSQL takes less than 8,000 in one notification. */
const MAX_PUBLISHED_BYTES = 6_000;

const USUAL_NAMES = ['main', 'master', 'trunk', 'develop'];

/**
 * When branches arrive in a repository whose default branch does not exist, one of them becomes it: the one chosen for the
 * project, else a usual name, else the first. Undefined when nothing changes.
 */
async function adoptDefaultBranch(
  repo: string,
  access: ProjectAccess,
  moves: readonly DescribedMove[],
): Promise<string | undefined> {
  const created = moves
    .filter((move) => move.refKind === 'branch' && move.action === 'created')
    .map((move) => move.name);
  if (created.length === 0) return undefined;
  const head = await getDefaultBranch(repo);
  if (created.includes(head)) return head;
  if ((await readRef(repo, branchRef(head))) !== undefined) return undefined;
  const chosen = [access.project.default_branch, ...USUAL_NAMES].find(
    (name) => name !== null && created.includes(name),
  );
  const branch = chosen ?? created[0];
  if (branch !== undefined) await setDefaultBranch(repo, branch);
  return branch;
}

async function runPushOptions(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly DescribedMove[],
  texts: readonly string[],
): Promise<string[]> {
  const { taken, unknown } = handlersFor(parsePushOptions(texts));
  const lines = unknown.map((name) => `The push option "${name}" is not supported and was ignored.`);
  for (const { handler, options } of taken) {
    lines.push(...(await linesOf(ctx, () => handler.run(ctx, access, { moves, options }))));
  }
  return lines;
}

/** Of more branches no links are printed one by one. */
const MAX_MESSAGE_BRANCHES = 5;

async function collectMessages(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly DescribedMove[],
): Promise<string[]> {
  const lines: string[] = [];
  const branches = moves.filter((move) => move.refKind === 'branch' && move.action !== 'deleted');
  if (branches.length > MAX_MESSAGE_BRANCHES) {
    const url = `${ctx.config.url}${repositoryPaths.branches(access.project.full_path)}`;
    return [
      `This push changed ${branches.length} branches. To see them and create merge requests, visit:`,
      `  ${url}`,
      '',
    ];
  }
  for (const move of branches) {
    for (const message of pushMessages()) lines.push(...(await linesOf(ctx, () => message(ctx, access, move))));
  }
  return lines;
}

/** The push stands whatever happens here: expected failures are said, others are logged. */
async function linesOf(ctx: Context, work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return [error.message];
    ctx.log.error({ err: error }, 'work after a push failed');
    return [];
  }
}
