import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { lastResolved, type OpenThread, openThreadsByNoteable } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { pathOf, referenceOf } from '../../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../../noteable.ts';
import { listMergeRequests } from '../../reads/list-merge-requests.ts';
import type { MergeRequestView } from '../../reads/merge-request-views.ts';
import { listPushedSince } from '../../store/assignees-and-reviewers.ts';
import { startersOf } from '../rules/waiting-threads.ts';
import { usersOf, type RequestFacts, type AttentionEntry, entryOf, attentionSetOf } from '../rules/attention-set.ts';
import { readersOf } from './readers-of.ts';

type Placed = { view: MergeRequestView; path: string; reference: string };
type Looked = { view: MergeRequestView; facts: RequestFacts };
export type InboxEntry = Placed & { turn: AttentionEntry };
export type WaitingEntry = Placed & { since: Date; turns: (AttentionEntry & { person: UserView })[] };
export type Inbox = {
  /** Wait for the actor: of users, and apart from them of bots. */
  entries: InboxEntry[];
  ofBots: InboxEntry[];
  waiting: WaitingEntry[];
  isCut: boolean;
};

/** Open requests of each kind that are looked at: who has more than these has other worries. */
const LOOKED_AT = 100;
const OPEN = { states: ['opened', 'locked'], isArchived: false } as const;
const REQUEST = { page: 1, perPage: LOOKED_AT, order: { by: 'updated_at', direction: 'desc' } } as const;

/**
 * Open requests that wait for the actor, each with the reason, and those of theirs that wait for others; longest waiting
 * first. Nothing is kept: an entry ends by itself when someone acts, the request is merged or closed, or the right to
 * see it is lost.
 */
export async function listInbox(ctx: Context): Promise<Inbox> {
  const me = actorId(ctx.actor);
  const inbox: Inbox = { entries: [], ofBots: [], waiting: [], isCut: false };
  if (me === undefined) return inbox;
  const pages = await Promise.all([
    listMergeRequests(ctx, { ...OPEN, reviewerIds: [me] }, REQUEST),
    listMergeRequests(ctx, { ...OPEN, assigneeIds: [me] }, REQUEST),
    listMergeRequests(ctx, { ...OPEN, authorIds: [me] }, REQUEST),
    listMergeRequests(ctx, { ...OPEN, openThreadSpeakerId: me }, REQUEST),
  ]);
  inbox.isCut = pages.some((page) => page.hasNext);
  const views = [...new Map(pages.flatMap((page) => page.items).map((view) => [view.row.id, view])).values()];
  const all = await factsOfAll(ctx, views);
  const people = await viewsOfPeople(ctx, all);
  for (const { view, facts } of all) {
    const { full_path: fullPath } = view.project;
    const placed = { view, path: pathOf(fullPath, view.row.iid), reference: referenceOf(fullPath, view.row.iid) };
    const turn = entryOf(facts, me);
    const isByBot = view.author?.isBot ?? false;
    if (turn) (isByBot || turn.reason === 'bot_threads' ? inbox.ofBots : inbox.entries).push({ ...placed, turn });
    else if (facts.ownerIds.includes(me) || (!isByBot && facts.reviews.some(({ userId }) => userId === me))) {
      const turns = othersTurns(people, facts);
      const [first] = turns;
      if (first) inbox.waiting.push({ ...placed, turns, since: first.since });
    }
  }
  const byTurn = (a: InboxEntry, b: InboxEntry) => a.turn.since.getTime() - b.turn.since.getTime();
  inbox.entries.sort(byTurn);
  inbox.ofBots.sort(byTurn);
  inbox.waiting.sort((a, b) => a.since.getTime() - b.since.getTime());
  return inbox;
}

/** Everyone that one of these may wait for, by id. */
async function viewsOfPeople(ctx: Context, all: readonly Looked[]): Promise<Map<number, UserView>> {
  const known = all.flatMap(({ view: { author, assignees, reviewers } }) => [
    ...(author ? [author] : []),
    ...assignees,
    ...reviewers.map(({ user }) => user),
  ]);
  const people = new Map(known.map((person) => [person.id, person]));
  const others = new Set(all.flatMap(({ facts }) => startersOf(facts.threads)).filter((id) => !people.has(id)));
  for (const person of await listUsersByIds(ctx, [...others])) people.set(person.id, person);
  return people;
}

function othersTurns(people: ReadonlyMap<number, UserView>, facts: RequestFacts) {
  return attentionSetOf(facts).flatMap((turn) => {
    const person = people.get(turn.userId);
    // What machines say is nothing that others wait for.
    return person && turn.reason !== 'bot_threads' ? { ...turn, person } : [];
  });
}

async function factsOfAll(ctx: Context, views: readonly MergeRequestView[]): Promise<Looked[]> {
  const ids = views.map((view) => view.row.id);
  // What was resolved last says since when it can be merged, where it can.
  const readyIds = views.filter(canGoOn).map((view) => view.row.id);
  const [threads, resolved, pushed] = await Promise.all([
    openThreadsByNoteable(ctx, NOTEABLE_TYPE, ids),
    lastResolved(ctx, NOTEABLE_TYPE, readyIds),
    listPushedSince(ctx.db, ids),
  ]);
  const all = views.map((view) => {
    const { id } = view.row;
    const own = new Map(pushed.filter((each) => each.mergeRequestId === id).map((each) => [each.userId, each.at]));
    return { view, facts: factsOf(view, threads.get(id) ?? [], { pushed: own, resolvedAt: resolved.get(id) }) };
  });
  const readers = await readersOf(
    ctx,
    all.map(({ view, facts }) => ({ ...view, ownerIds: facts.ownerIds, people: usersOf(facts) })),
  );
  return all.map(({ view, facts }) => {
    const gone = usersOf(facts).filter((userId) => readers.get(view.row.id)?.has(userId) !== true);
    return { view, facts: { ...facts, goneIds: new Set(gone) } };
  });
}

function canGoOn({ readiness }: MergeRequestView): boolean {
  return readiness.isMergeable || readiness.status === 'need_rebase';
}

function factsOf(
  view: MergeRequestView,
  threads: OpenThread[],
  { pushed, resolvedAt }: { pushed: ReadonlyMap<number, Date>; resolvedAt: Date | undefined },
): Omit<RequestFacts, 'goneIds'> {
  const { row, version, assignees, readiness } = view;
  const settled = [version?.created_at, resolvedAt].flatMap((at) => at?.getTime() ?? []);
  const openSince = row.ready_at ?? row.created_at;
  return {
    ownerIds: [...(row.author_id === null ? [] : [row.author_id]), ...assignees.map((user) => user.id)],
    reviews: view.reviewers.map(({ user, state, stateAt, requestedAt }) => ({
      userId: user.id,
      state,
      stateAt,
      requestedAt,
      pushedAt: pushed.get(user.id) ?? null,
    })),
    threads,
    isDraft: row.is_draft,
    isMergeable: readiness.isMergeable,
    needsRebase: readiness.status === 'need_rebase',
    conflictsSince: row.conflicts_since,
    openSince,
    settledAt: new Date(Math.max(openSince.getTime(), ...settled)),
  };
}
