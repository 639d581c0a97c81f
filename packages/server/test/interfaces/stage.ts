import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { sql } from 'kysely';
import { createUser, type TestUser } from '../../src/accounts/testing.ts';
import { createMergeRequest } from '../../src/merge-requests/testing.ts';
import { addMember } from '../../src/projects/testing.ts';
import { restCaller } from '../../testing/call-rest.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Persona, World } from '../../testing/world.ts';
import {
  type ActionCase,
  type Need,
  type NoteableType,
  page,
  type TestNoteable,
  TASK,
  type Thing,
} from './action-case.ts';
import { onLine, onImage, IMAGE, TEXT_FILE } from './review-cases.ts';

export type State = 'open' | 'locked' | 'archived' | 'confidential';
export type Try = { act: ActionCase; kind: NoteableType; visibility: Visibility; persona: Persona; state: State };

export type Stage = {
  /** The thing as the act wants it, with nothing left of the act before. */
  prepare(attempt: Try): Promise<Thing>;
  /** What the act has used up is made again when it is needed again. */
  wasDone(attempt: Try): void;
};

const tables = { issue: 'issues', merge_request: 'merge_requests' } as const;
const NO_REFS = { base_sha: '', start_sha: '', head_sha: '' };
/** What all acts but their own are prepared without is made again each time. */
const FLEETING: ReadonlySet<Need | undefined> = new Set<Need>(['reaction', 'reaction to note', 'link']);
const FILES = { [TEXT_FILE]: 'one\ntwo\nthree\n', [IMAGE]: '\u0089PNG\u0000picture' };

/** An issue and a merge request in each project of the world, and what is said about them. Written by `host`, a maintainer. */
export async function setStage(app: TestApp, world: World): Promise<Stage> {
  const call = restCaller(() => app);
  const host = await createUser(app, { username: 'the-writer' });
  for (const project of Object.values(world.projects)) await addMember(app, { user: host.user, project, level: 40 });
  const places = new Map<string, TestNoteable>();
  const texts = new Map<string, Thing['note']>();
  const besides = new Map<Visibility, TestNoteable['beside']>();
  let n = 0;

  async function made(url: string, body: object): Promise<{ id: number; iid: number }> {
    const answer = await call('POST', url, host, { ...body });
    if (answer.status !== 201) throw new Error(`nothing was made: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function besideIn(visibility: Visibility): Promise<TestNoteable['beside']> {
    const known = besides.get(visibility);
    if (known) return known;
    const at = `/projects/${world.projects[visibility].id}`;
    const other = world.projects[visibility === 'private' ? 'internal' : 'private'];
    const issue = await made(`${at}/issues`, { title: 'Beside' });
    const label = await made(`${at}/labels`, { name: 'ready', color: '#0000ff' });
    const milestone = await made(`${at}/milestones`, { title: 'Soon' });
    const there = { otherId: other.id, otherPath: other.full_path };
    const beside = { issueId: issue.id, issueIid: issue.iid, labelId: label.id, milestoneId: milestone.id, ...there };
    besides.set(visibility, beside);
    return beside;
  }

  async function makePlace(kind: NoteableType, visibility: Visibility): Promise<TestNoteable> {
    const project = world.projects[visibility];
    const beside = await besideIn(visibility);
    const about = { kind, projectId: project.id, projectPath: project.full_path, beside };
    const who = { hostId: host.user.id, hostName: host.user.username };
    if (kind === 'issue') {
      const { id, iid } = await made(`/projects/${project.id}/issues`, { title: 'To do' });
      return { ...about, ...who, id, iid, refs: NO_REFS };
    }
    const { id, iid } = await createMergeRequest(app, { project, author: host, files: FILES });
    return { ...about, ...who, id, iid, refs: NO_REFS };
  }

  const addressOf = ({ projectId, kind, iid }: TestNoteable) => `/projects/${projectId}/${tables[kind]}/${iid}`;

  const begin = (at: TestNoteable, body: object, path = '/discussions') => beginAt(`${addressOf(at)}${path}`, body);

  async function beginAt(url: string, body: object): Promise<Thing['note']> {
    const begun = await call('POST', url, host, { body: 'Start', ...body });
    if (begun.status !== 201) throw new Error(`nothing was begun: ${JSON.stringify(begun.body)}`);
    const { id, notes } = begun.body;
    return notes ? { id: notes[0].id, discussion: id } : { id, discussion: '' };
  }

  async function numberIn(table: string, where: string): Promise<Thing['note']> {
    const { rows } = await sql<{ id: number }>`${sql.raw(`SELECT max(id) AS id FROM ${table} WHERE ${where}`)}`.execute(
      app.platform.db,
    );
    return { id: rows[0]?.id ?? 0, discussion: '' };
  }

  const makers: Record<Need, (at: Thing) => Promise<Thing['note']>> = {
    thread: (at) => begin(at, {}),
    task: (at) => begin(at, { body: TASK }),
    'of commit': (at) => beginAt(`/projects/${at.projectId}/repository/commits/${at.refs.base_sha}/discussions`, {}),
    comment: (at) => begin(at, {}, '/notes'),
    picture: (at) => begin(at, { position: onImage(at) }),
    draft: (at) => begin(at, { note: 'Pending', body: undefined }, '/draft_notes'),
    internal: async (at) => {
      const { id } = await begin(at, { internal: true }, '/notes');
      const { rows } = await sql<{ discussion: string }>`
        SELECT discussion_id AS discussion FROM notes WHERE id = ${id}`.execute(app.platform.db);
      return { id, discussion: rows[0]?.discussion ?? '' };
    },
    suggestion: async (at) => {
      const note = await begin(at, { body: `\`\`\`suggestion\nBetter ${at.n}\n\`\`\``, position: onLine(at) });
      return numberIn('merge_request_suggestions', `note_id = ${note.id}`);
    },
    version: async (at) => {
      for (const which of ['First', 'Second']) {
        await call('PUT', addressOf(at), host, { description: `${which} ${at.n}` });
      }
      return numberIn('description_versions', `noteable_id = ${at.id} AND body LIKE '% ${at.n}'`);
    },
    review: async (at) => {
      const { id } = await begin(at, { note: 'Pending', body: undefined }, '/draft_notes');
      const server = await app.server();
      const url = `${page(at)}/drafts/publish`;
      const answer = await server.inject({ method: 'POST', url, headers: host.headers, payload: { id } });
      if (answer.statusCode !== 200) throw new Error(`nothing was published: ${answer.body}`);
      return numberIn('merge_request_reviews', `merge_request_id = ${at.id}`);
    },
    reaction: async (at) => {
      const { id } = await made(`${addressOf(at)}/award_emoji`, { name: 'rocket' });
      return { id: 0, discussion: '', reaction: id };
    },
    'reaction to note': async (at) => {
      const note = await begin(at, {});
      const { id } = await made(`${addressOf(at)}/notes/${note.id}/award_emoji`, { name: 'rocket' });
      return { ...note, reaction: id };
    },
    link: async (at) => {
      const to = { target_project_id: at.projectId, target_issue_iid: at.beside.issueIid };
      await made(`${addressOf(at)}/links`, to);
      return numberIn('issue_links', `source_id = ${at.id}`);
    },
  };

  const keyOf = ({ act: { needs }, kind, visibility }: Try) => `${visibility} ${kind} ${needs ?? ''}`;

  async function placeOf({ kind, visibility }: Try): Promise<TestNoteable> {
    const key = `${visibility} ${kind}`;
    const known = places.get(key);
    if (known) return known;
    await write(reopened({ projectId: world.projects[visibility].id }));
    const place = await makePlace(kind, visibility);
    places.set(key, place);
    for (const text of texts.keys()) if (text.startsWith(key)) texts.delete(text);
    return place;
  }

  /** Both ends as they are now: who applies a suggestion moves one of them. */
  async function refsOf(at: TestNoteable): Promise<TestNoteable['refs']> {
    return at.kind === 'issue' ? NO_REFS : (await call('GET', addressOf(at), host)).body.diff_refs;
  }

  async function textOf(attempt: Try, at: TestNoteable): Promise<Thing['note']> {
    const { needs } = attempt.act;
    if (!needs) return { id: 0, discussion: '' };
    const known = texts.get(keyOf(attempt));
    if (known && !FLEETING.has(needs)) return known;
    await write([
      ...(FLEETING.has(needs) ? emptied.map((rows) => `DELETE FROM ${rows}`) : []),
      ...reopened(at),
      `UPDATE ${tables[at.kind]} SET ${PLAIN}, author_id = ${host.user.id} WHERE id = ${at.id}`,
    ]);
    at.refs = await refsOf(at);
    const written = await makers[needs]({ ...at, n, note: { id: 0, discussion: '' } });
    texts.set(keyOf(attempt), written);
    return written;
  }

  /** Several statements at once; every value is a number or a word of this file. */
  async function write(statements: string[]): Promise<void> {
    await sql.raw(statements.join(';')).execute(app.platform.db);
  }

  return {
    prepare: async (attempt) => {
      n += 1;
      app.clock.advance(1_000);
      const at = await placeOf(attempt);
      const note = await textOf(attempt, at);
      if (at.kind === 'merge_request' && at.refs === NO_REFS) at.refs = await refsOf(at);
      const who = attempt.persona === 'anonymous' ? host.user.id : world.people[attempt.persona].user.id;
      const undoUntil = new Date(app.clock.now().getTime() + 60_000).toISOString();
      await write(asWanted(attempt, { at, note, host: host.user.id, who, undoUntil }));
      return { ...at, note, n };
    },
    wasDone: (attempt) => {
      const { act, kind, visibility } = attempt;
      if (act.spends === 'text') texts.delete(keyOf(attempt));
      if (act.spends === 'thing') places.delete(`${visibility} ${kind}`);
    },
  };
}

const PLAIN = "state = 'opened', is_discussion_locked = false";
const reopened = ({ projectId }: Pick<TestNoteable, 'projectId'>) => [
  `UPDATE projects SET archived_at = null WHERE id = ${projectId}`,
];

type Id = TestUser['user']['id'];
type Scene = { at: TestNoteable; note: Thing['note']; host: Id; who: Id; undoUntil: string };

/** What acts leave behind that would be in the way of others. */
const emptied = [
  ...['issue', 'merge_request'].flatMap((kind) =>
    ['assignees', 'subscriptions', 'labels'].map((of) => `${kind}_${of}`),
  ),
  'merge_request_reviewers',
  'issue_links',
  'todos',
  'award_emoji',
  'abuse_reports',
  'time_estimates',
  'time_entries',
];

/** Makes the thing, its text and its project what the act and the state want them to be. */
function asWanted({ act, kind, state }: Try, scene: Scene): string[] {
  const { at, host, who } = scene;
  const { own, before } = act;
  const isLocked = state === 'locked' || before === 'locked';
  const title = before === 'draft' ? 'Draft: Plain' : 'Plain';
  const kept = scene.note;
  return [
    `UPDATE projects SET archived_at = ${state === 'archived' ? 'now()' : 'null'} WHERE id = ${at.projectId}`,
    ...emptied.map((rows) => `DELETE FROM ${rows}${KEPT[rows]?.(kept) ?? ''}`),
    `INSERT INTO ${kind}_subscriptions (${kind}_id, user_id, is_subscribed)
       VALUES (${at.id}, ${who}, ${before === 'followed'})`,
    ...(own === 'assigned' ? [`INSERT INTO ${kind}_assignees (${kind}_id, user_id) VALUES (${at.id}, ${who})`] : []),
    ...textAsWanted(act, own === 'text' ? who : host, scene),
    `UPDATE ${tables[kind]} SET title = '${title}', author_id = ${own === 'thing' ? who : host}, milestone_id = null,
       ${before === 'task' ? `description = '${TASK}',` : ''}
       is_discussion_locked = ${isLocked}, state = '${before === 'closed' ? 'closed' : 'opened'}'
       ${kind === 'issue' ? `, is_confidential = ${state === 'confidential'}` : ''} WHERE id = ${at.id}`,
    ...(before === 'tracked' ? tracked(at) : []),
    ...(before === 'reviewed'
      ? [`INSERT INTO merge_request_reviewers (merge_request_id, user_id) VALUES (${at.id}, ${host})`]
      : []),
  ];
}

const KEPT: Record<string, (note: Thing['note']) => string> = {
  award_emoji: ({ reaction }) => (reaction === undefined ? '' : ` WHERE id <> ${reaction}`),
  issue_links: ({ id }) => ` WHERE id <> ${id}`,
};

function tracked({ kind, id, projectId }: TestNoteable): string[] {
  const of = `'${kind === 'issue' ? 'Issue' : 'MergeRequest'}', ${id}, ${projectId}`;
  return [
    `INSERT INTO time_estimates (noteable_type, noteable_id, project_id, seconds) VALUES (${of}, 1)`,
    `INSERT INTO time_entries (noteable_type, noteable_id, project_id, seconds, spent_at, summary)
       VALUES (${of}, 1, now(), '')`,
  ];
}

/** Gives the text to its writer. */
function textAsWanted({ needs, before }: ActionCase, writer: Id, { note, host, undoUntil }: Scene): string[] {
  const [resolvedAt, resolvedBy] = before === 'resolved' ? ['now()', host] : ['null', 'null'];
  const { id, discussion, reaction } = note;
  if (needs === 'draft') {
    return [
      // What was tried before is not published along.
      `DELETE FROM merge_request_drafts WHERE id <> ${id}`,
      `UPDATE merge_request_drafts SET author_id = ${writer} WHERE id = ${id}`,
    ];
  }
  if (needs === 'review') {
    return [
      `UPDATE merge_request_reviews SET author_id = ${writer}, undo_until = '${undoUntil}' WHERE id = ${id}`,
      `UPDATE merge_request_drafts SET author_id = ${writer} WHERE review_id = ${id}`,
    ];
  }
  return [
    ...(reaction === undefined ? [] : [`UPDATE award_emoji SET user_id = ${writer} WHERE id = ${reaction}`]),
    ...(discussion === ''
      ? []
      : [
          `UPDATE notes SET author_id = ${writer}, resolved_at = ${resolvedAt}, resolved_by_id = ${resolvedBy}
             WHERE id = ${id}`,
          `UPDATE discussions SET resolved_at = ${resolvedAt}, resolved_by_id = ${resolvedBy}
             WHERE id = '${discussion}'`,
        ]),
  ];
}
