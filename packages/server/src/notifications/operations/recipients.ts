import type { NotificationReason, NotificationEvent } from '@tributary/contract/notifications/enums.ts';
import { findActingUser, listUsersByNames } from '../../accounts/index.ts';
import { mentionsInText, noteAuthorIds } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import {
  columnsOf,
  getNamespaceAccess,
  groupsByPaths,
  listLevels,
  listMembers,
  type Container,
} from '../../projects/index.ts';
import type { NotificationSubject, Concerned } from '../notification-subject.ts';
import { choiceOf, wants } from '../rules/wants.ts';
import { type ChosenFor, choicesOf, listWatchers } from '../store/settings.ts';
import type { Notification } from './notify.ts';

const MAX_CALLED_BY_GROUPS = 200;

/** Who hears of news and why; `byMail` is what they chose. */
export type Recipients = Map<number, { reason: NotificationReason; byMail: boolean }>;

/** Everyone whom news concern, but not who caused them. Rights are looked at afterwards. */
export async function recipientsOf(
  ctx: Context,
  { eventOf }: NotificationSubject,
  concerned: Concerned,
  news: Notification,
): Promise<Recipients> {
  const { place } = concerned.noteable;
  const { namespace } = await getNamespaceAccess(ctx, place.namespaceId);
  const chosenFor = { projectId: columnsOf(place).project_id, namespaceIds: namespace.traversal_ids };
  const reasons = await reasonsOf(ctx, concerned, news);
  if (!isForFew(news)) {
    for (const id of await watchersOf(ctx, place, chosenFor)) if (!reasons.has(id)) reasons.set(id, 'watching');
  }
  if (news.actorId !== null) reasons.delete(news.actorId);
  const choices = await choicesOf(ctx.db, [...reasons.keys()], chosenFor);
  const event: NotificationEvent | undefined = eventOf(news.kind);
  return new Map(
    [...reasons].map(([userId, reason]) => {
      const choice = choiceOf(choices.get(userId) ?? []);
      return [userId, { reason, byMail: wants(choice, { reason, event }, concerned.chosen.get(userId)) }];
    }),
  );
}

type Add = (ids: Iterable<number | null>, reason: NotificationReason) => void;

/** Strongest reason first: a later one never replaces an earlier one. */
async function reasonsOf(
  ctx: Context,
  concerned: Concerned,
  news: Notification,
): Promise<Map<number, NotificationReason>> {
  const reasons = new Map<number, NotificationReason>();
  const add: Add = (ids, reason) => {
    for (const id of ids) if (id !== null && !reasons.has(id)) reasons.set(id, reason);
  };
  const calls = await calledBy(ctx, concerned, news);
  add(calls.direct, 'directly_addressed');
  add(calls.other, 'mentioned');
  if (!isForFew(news)) await addThoseWhoTakePart(ctx, concerned, news, add);
  add(news.labels?.followers ?? [], 'labelled');
  return reasons;
}

async function addThoseWhoTakePart(ctx: Context, concerned: Concerned, news: Notification, add: Add): Promise<void> {
  add(
    concerned.reviewers.map((duty) => duty.userId),
    'review_requested',
  );
  add(
    concerned.assigned.map((duty) => duty.userId),
    'assigned',
  );
  add([concerned.noteable.authorId], 'own_activity');
  // An internal note concerns those who took part inside; whether they still may read it is asked afterwards.
  add(await noteAuthorIds(ctx, concerned.noteable, news.note?.isInternal === true), 'own_activity');
  add(
    [...concerned.chosen].filter(([, level]) => level === 'watch').map(([id]) => id),
    'subscribed',
  );
}

/** A text that changed is news for those whom it names, a label for those who follow it. */
function isForFew({ kind }: Notification): boolean {
  return kind === 'described' || kind === 'edited' || kind === 'relabeled';
}

/** Users whom the new text calls, by their name or by that of a group they belong to. */
async function calledBy(ctx: Context, concerned: Concerned, news: Notification) {
  const text = news.note?.body ?? (news.kind === 'created' || news.kind === 'described' ? concerned.description : '');
  const mentions = (await mentionsInText(text)).filter(({ name }) => news.named?.includes(name) ?? true);
  const names = mentions.map((mention) => mention.name);
  const people = await listUsersByNames(ctx, names);
  const isDirect = new Map(mentions.map((mention) => [mention.name, mention.isDirect]));
  const direct = people.filter((user) => isDirect.get(user.username.toLowerCase()) === true);
  const other = people.filter((user) => isDirect.get(user.username.toLowerCase()) === false);
  const known = new Set(people.map((user) => user.username.toLowerCase()));
  const groups = names.filter((name) => !known.has(name));
  return {
    direct: direct.map((user) => user.id),
    other: [...other.map((user) => user.id), ...(await membersOfGroups(ctx, news.actorId, groups))],
  };
}

/** The direct members of groups that the writer may see, at most so many that one text cannot call the whole instance. */
async function membersOfGroups(ctx: Context, writerId: number | null, paths: readonly string[]): Promise<number[]> {
  const actor = writerId === null || paths.length === 0 ? undefined : await findActingUser(ctx, writerId);
  if (!actor) return [];
  const asWriter = { ...ctx, actor };
  const called: number[] = [];
  for (const { id, mentions_disabled: isSilent } of await groupsByPaths(asWriter, paths)) {
    if (isSilent) continue;
    const perPage = MAX_CALLED_BY_GROUPS - called.length;
    if (perPage <= 0) break;
    const { items } = await listMembers(asWriter, { kind: 'group', id }, { inherited: false }, { page: 1, perPage });
    called.push(...items.flatMap(({ user }) => (user.state === 'active' ? user.id : [])));
  }
  return called;
}

/** Who watches this place, and those who watch everything and belong here. */
async function watchersOf(ctx: Context, place: Container, chosenFor: ChosenFor): Promise<number[]> {
  const { here, everywhere } = await listWatchers(ctx.db, chosenFor);
  const levels = await listLevels(ctx, place, everywhere);
  return [...here, ...everywhere.filter((id) => levels.has(id))];
}
