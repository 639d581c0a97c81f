import type { TestApp } from '../../testing/test-app.ts';
import type { Context } from '../platform/context.ts';
import { guard } from '../platform/operation.ts';
import { can } from '../platform/policy/policy.ts';
import { noteableCacheVersion } from '../platform/cache/cache-versions.ts';
import { readCached } from '../platform/cache/request-cache.ts';
import { defineTopic } from '../platform/realtime/topics.ts';
import { findContainer, type Container } from '../projects/index.ts';
import { defineDescription, defineNoteable, type Noteable } from './noteable.ts';
import { addDescriptionNote } from './operations/description-versions.ts';
import { defineQuickAction } from './quick-actions/quick-action-registry.ts';
import {
  addTopicRow,
  addTopicTable,
  changeTopicRow,
  findTopicRow,
  findTopicRowInGroup,
  type TopicRow,
} from './testing-store.ts';

export { changeTopicRow, findById as findTopic, type TopicRow };
export const TOPIC = 'Topic';

/** A topic for those who may see what lies in its group: who belongs only below a private one sees no more than the group. */
function noteableOf(ctx: Context, place: Container, row: TopicRow): Noteable | undefined {
  if (place.kind !== 'group') return undefined;
  const policy = { ...place.policyWithin, resource: TOPIC, isOwn: false, isLocked: row.is_locked };
  if (can(ctx.actor, 'read_notes', policy)) return undefined;
  return {
    type: TOPIC,
    id: row.id,
    iid: row.iid,
    place,
    policy,
    authorId: row.author_id,
    title: row.title,
    path: `${place.pagesPath}/topics/${row.iid}`,
    reference: `${place.fullPath}*${row.iid}`,
    topic: `topic:${row.id}`,
    headSha: null,
  };
}

function rowByNumber(ctx: Context, groupId: number, iid: number): Promise<TopicRow | undefined> {
  return readCached(ctx, {
    key: `topic:${groupId}:${iid}`,
    marks: ({ id }) => [noteableCacheVersion(id)],
    load: () => findTopicRowInGroup(ctx.db, groupId, iid),
  });
}

async function findById(ctx: Context, id: number): Promise<Noteable | undefined> {
  const row = await findTopicRow(ctx.db, id);
  const place = row && (await findContainer(ctx, { kind: 'group', id: row.namespace_id }));
  return place && noteableOf(ctx, place, row);
}

async function setDescription(ctx: Context, noteable: Noteable, text: string): Promise<void> {
  guard(can(ctx.actor, 'edit_note', noteable.policy));
  const before = (await findTopicRow(ctx.db, noteable.id))?.description ?? '';
  await changeTopicRow(ctx.db, noteable.id, { description: text });
  await addDescriptionNote(ctx, noteable, { before, after: text });
}

/** Lets topics of groups be talked about while a test runs, with a command of their own. What is given takes all of it back. */
export async function defineTopics(app: TestApp): Promise<() => void> {
  await addTopicTable(app.platform.db);
  const undo = [
    defineNoteable({
      type: TOPIC,
      pathName: 'topics',
      livesIn: 'group',
      isResolvable: true,
      allowsInternal: true,
      takesAwards: true,
      hasMarks: true,
      mention: { kind: 'epic', noun: 'topic' },
      find: async (ctx, place, key) => {
        const row = await ('iid' in key ? rowByNumber(ctx, place.id, key.iid) : findTopicRow(ctx.db, key.id));
        return row?.namespace_id === place.id ? noteableOf(ctx, place, row) : undefined;
      },
      findById,
      visibleAmong: async (ctx, ids) => {
        const found = await Promise.all(ids.map((id) => findById(ctx, id)));
        return new Set(found.flatMap((noteable) => noteable?.id ?? []));
      },
    })(),
    defineDescription(TOPIC, {
      get: async (ctx, { id }) => (await findTopicRow(ctx.db, id))?.description ?? '',
      set: setDescription,
      maySet: async (ctx, { policy }) => can(ctx.actor, 'edit_note', policy) === null,
    })(),
    defineQuickAction({
      name: 'retitle',
      types: [TOPIC],
      description: 'Give the topic another title',
      isAvailable: async (ctx, { policy }) => can(ctx.actor, 'edit_note', policy) === null,
      explain: (args) => `Changes the title to "${args}".`,
      run: async (ctx, { id, policy }, args) => {
        guard(can(ctx.actor, 'edit_note', policy));
        await changeTopicRow(ctx.db, id, { title: args });
        return { message: `Changed the title to "${args}".` };
      },
    })(),
    defineTopic('topic', async (ctx, id) => /^\d{1,15}$/.test(id) && (await findById(ctx, Number(id))) !== undefined)(),
  ];
  return () => undo.forEach((each) => each());
}

export function createTopic(
  app: TestApp,
  { group, title, author }: { group: { id: number }; title: string; author: { id: number } },
): Promise<TopicRow> {
  return addTopicRow(app.platform.db, { namespace_id: group.id, title, author_id: author.id });
}

/** The topic as someone meets it, for reads without an address. */
export async function getTopic(ctx: Context, id: number): Promise<Noteable> {
  const found = await findById(ctx, id);
  if (!found) throw new Error('the topic is not to be seen');
  return found;
}
