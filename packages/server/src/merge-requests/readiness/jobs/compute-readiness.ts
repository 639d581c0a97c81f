import type { StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { emitAll, publishOn } from '../../../platform/events.ts';
import { topicOf } from '../../merge-request-access.ts';
import { listMergeRequestsByIds, type MergeRequestRow } from '../../store/merge-requests.ts';
import {
  type ComputedReadiness,
  listPendingReadiness,
  type ReadinessRow,
  saveReadiness,
} from '../../store/readiness.ts';
import { type BranchTips, branchTipsFact } from '../built-in-facts.ts';
import { checksVersion } from '../define-check.ts';
import { dated, evaluateChecks, given, sameOutcome } from '../reads/evaluate.ts';
import { summarize } from '../summarize.ts';
import { checkMergeability } from './check-mergeability.ts';

const BATCH = 200;
/** A branch that moves all the time is looked at again when its push is followed. */
const PASSES = 3;

/**
 * Evaluates the checks of all requests into a project whose answers are not valid any more, in batches. What changes
 * meanwhile is not written; the job of that change evaluates it again.
 */
export async function computeReadiness(ctx: Context, projectId: number): Promise<void> {
  for (let pass = 0; pass < PASSES; pass += 1) if (await computePending(ctx, projectId)) return;
}

/** False when branches moved while git was asked about them. */
async function computePending(ctx: Context, projectId: number): Promise<boolean> {
  let isComplete = true;
  for (let afterId = 0; ;) {
    const pending = await listPendingReadiness(ctx.db, projectId, { afterId, limit: BATCH });
    const last = pending.at(-1);
    if (!last) return isComplete;
    if (!(await computeBatch(ctx, pending))) isComplete = false;
    if (pending.length < BATCH) return isComplete;
    afterId = last.merge_request_id;
  }
}

type Tips = ReadonlyMap<number, BranchTips | null>;
type Pending = ReadonlyMap<number, ReadinessRow>;

async function computeBatch(ctx: Context, all: readonly ReadinessRow[]): Promise<boolean> {
  const pending: Pending = new Map(all.map((each) => [each.merge_request_id, each]));
  const rows = await listMergeRequestsByIds(ctx.db, [...pending.keys()]);
  const tips = await branchTipsFact.load(ctx, rows);
  const waiting = rows.filter((row) => needsGit(row, tips.get(row.id)));
  // Who does not wait for git is not held up by those who do.
  const known = rows.filter((row) => !waiting.includes(row));
  await evaluateAndSave(ctx, pending, { rows: known, tips, hasNews: new Set() });
  if (waiting.length === 0) return true;
  const hasNews = new Set<number>();
  for (const [cause, some] of Map.groupBy(waiting, (row) => pending.get(row.id)?.cause ?? 'asked')) {
    const ids = some.map((row) => row.id);
    for (const id of await checkMergeability(ctx, ids, cause)) hasNews.add(id);
  }
  const asked = await listMergeRequestsByIds(
    ctx.db,
    waiting.map((row) => row.id),
  );
  const newTips = await branchTipsFact.load(ctx, asked);
  const answered = asked.filter((row) => !needsGit(row, newTips.get(row.id)));
  await evaluateAndSave(ctx, pending, { rows: answered, tips: newTips, hasNews });
  return answered.length === asked.length;
}

/** What git said is about other tips, or git was not asked yet. */
function needsGit(row: MergeRequestRow, tips: BranchTips | null | undefined): boolean {
  if (row.state !== 'opened' || !tips) return false;
  if (row.merge_status !== 'can_be_merged' && row.merge_status !== 'cannot_be_merged') return true;
  if (tips.target === undefined || row.head_sha === null) return row.merge_status !== 'cannot_be_merged';
  return row.merge_checked_target_sha !== tips.target || row.merge_checked_source_sha !== row.head_sha;
}

type Batch = { rows: readonly MergeRequestRow[]; tips: Tips; hasNews: ReadonlySet<number> };

async function evaluateAndSave(ctx: Context, pending: Pending, { rows, tips, hasNews }: Batch): Promise<void> {
  if (rows.length === 0) return;
  const outcomes = await evaluateChecks(ctx, rows, new Map([given(branchTipsFact, tips)]));
  const at = ctx.clock.now();
  const computed = rows.flatMap((row): Computed[] => {
    const before = pending.get(row.id);
    if (!before) return [];
    const results = dated(outcomes.get(row.id) ?? [], before.results, { at, cause: before.cause });
    const { status } = summarize(results);
    const [id, seen, headSha] = [row.id, before.wanted, row.head_sha];
    return [{ id, seen, headSha, targetSha: tips.get(id)?.target ?? null, status, results, before, row }];
  });
  await transact(ctx, async (inner) => {
    const stored = computed.map(({ before: _before, row: _row, ...values }) => values);
    const saved = await saveReadiness(inner.db, stored, { checks: checksVersion(), at });
    const written = computed.filter(({ id }) => saved.has(id));
    const events = written.flatMap((each) => eventOf(each) ?? []);
    await emitAll(inner, 'merge_request.readiness_changed', events);
    const changedChecks = new Map(events.map((event) => [event.mergeRequestId, event.checks]));
    const concerned = written.filter(({ id }) => changedChecks.has(id) || hasNews.has(id));
    const byParts = Map.groupBy(concerned, ({ id }) => partsOf(changedChecks.get(id) ?? []).join());
    for (const [parts, some] of byParts) {
      const topics = some.map(({ id }) => topicOf(id));
      await publishOn(inner, topics, 'merge_status.changed', { parts: parts.split(',') });
    }
  });
}

/** Parts of the merge widget that show these checks. */
function partsOf(checks: readonly string[]): string[] {
  return ['merge', ...(checks.includes('not_approved') ? ['approvals'] : [])];
}

type Computed = ComputedReadiness & { before: ReadinessRow; row: MergeRequestRow };

/** Undefined when nothing is different. */
function eventOf({ id, before, row, status, headSha, results }: Computed) {
  const isSame = (result: StoredCheck) =>
    before.results.some((old) => old.id === result.id && sameOutcome(old, result));
  const checks = results.filter((result) => !isSame(result)).map((result) => result.id);
  if (checks.length === 0 && before.status === status && before.head_sha === headSha) return undefined;
  const { status: from, cause } = before;
  return { mergeRequestId: id, projectId: row.target_project_id, from, to: status, checks, cause };
}
