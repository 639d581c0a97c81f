import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { sql } from 'kysely';
import { createUser, type TestUser } from '../../src/accounts/testing.ts';
import { createMergeRequest } from '../../src/merge-requests/testing.ts';
import { addMember } from '../../src/projects/testing.ts';
import { restCaller } from '../../testing/call-rest.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Persona, World } from '../../testing/world.ts';
import type { Act, Need, NoteableType, Place, Thing } from './act.ts';
import { onLine, onPicture, PICTURE, TEXT_FILE } from './review-acts.ts';

export type State = 'open' | 'locked' | 'archived' | 'confidential';
export type Try = { act: Act; kind: NoteableType; visibility: Visibility; persona: Persona; state: State };

export type Stage = {
  /** The thing as the act wants it, with nothing left of the act before. */
  prepare(attempt: Try): Promise<Thing>;
  /** What the act has used up is made anew when it is needed again. */
  wasDone(attempt: Try): void;
};

const tables = { issue: 'issues', merge_request: 'merge_requests' } as const;
const NO_REFS = { base_sha: '', start_sha: '', head_sha: '' };
const FILES = { [TEXT_FILE]: 'one\ntwo\nthree\n', [PICTURE]: '\u0089PNG\u0000picture' };

/** An issue and a merge request in each project of the world, and what is said about them. Written by `host`, a maintainer. */
export async function setStage(app: TestApp, world: World): Promise<Stage> {
  const call = restCaller(() => app);
  const host = await createUser(app, { username: 'the-writer' });
  for (const project of Object.values(world.projects)) await addMember(app, { user: host.user, project, level: 40 });
  const places = new Map<string, Place>();
  const texts = new Map<string, Thing['note']>();
  let n = 0;

  async function makePlace(kind: NoteableType, visibility: Visibility): Promise<Place> {
    const project = world.projects[visibility];
    const about = { kind, projectId: project.id, projectPath: project.full_path };
    const who = { hostId: host.user.id, hostName: host.user.username };
    if (kind === 'issue') {
      const { body } = await call('POST', `/projects/${project.id}/issues`, host, { title: 'To do' });
      return { ...about, ...who, id: body.id, iid: body.iid, refs: NO_REFS };
    }
    const { id, iid } = await createMergeRequest(app, { project, author: host, files: FILES });
    return { ...about, ...who, id, iid, refs: NO_REFS };
  }

  const addressOf = ({ projectId, kind, iid }: Place) => `/projects/${projectId}/${tables[kind]}/${iid}`;

  async function begin(at: Place, body: object, path = '/discussions'): Promise<Thing['note']> {
    const made = await call('POST', `${addressOf(at)}${path}`, host, { body: 'Start', ...body });
    if (made.status !== 201) throw new Error(`nothing was begun: ${JSON.stringify(made.body)}`);
    const { id, notes } = made.body;
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
    comment: (at) => begin(at, {}, '/notes'),
    picture: (at) => begin(at, { position: onPicture(at) }),
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
  };

  const keyOf = ({ act: { needs }, kind, visibility }: Try) => `${visibility} ${kind} ${needs ?? ''}`;

  async function placeOf({ kind, visibility }: Try): Promise<Place> {
    const key = `${visibility} ${kind}`;
    const known = places.get(key);
    if (known) return known;
    await write(reopened({ projectId: world.projects[visibility].id }));
    const made = await makePlace(kind, visibility);
    places.set(key, made);
    for (const text of texts.keys()) if (text.startsWith(key)) texts.delete(text);
    return made;
  }

  /** Both ends as they are now: who applies a suggestion moves one of them. */
  async function refsOf(at: Place): Promise<Place['refs']> {
    return at.kind === 'issue' ? NO_REFS : (await call('GET', addressOf(at), host)).body.diff_refs;
  }

  async function textOf(attempt: Try, at: Place): Promise<Thing['note']> {
    const { needs } = attempt.act;
    if (!needs) return { id: 0, discussion: '' };
    const known = texts.get(keyOf(attempt));
    if (known) return known;
    await write([
      ...reopened(at),
      `UPDATE ${tables[at.kind]} SET ${PLAIN}, author_id = ${host.user.id} WHERE id = ${at.id}`,
    ]);
    at.refs = await refsOf(at);
    const made = await makers[needs]({ ...at, n, note: { id: 0, discussion: '' } });
    texts.set(keyOf(attempt), made);
    return made;
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
      await write(asWanted(attempt, { at, note, host: host.user.id, who }));
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
const reopened = ({ projectId }: Pick<Place, 'projectId'>) => [
  `UPDATE projects SET archived_at = null WHERE id = ${projectId}`,
];

type Scene = { at: Place; note: Thing['note']; host: TestUser['user']['id']; who: TestUser['user']['id'] };

/** Makes the thing, its text and its project what the act and the state want them to be. */
function asWanted({ act, kind, state }: Try, { at, note, host, who }: Scene): string[] {
  const { own, before, needs } = act;
  const isLocked = state === 'locked' || before === 'locked';
  const writer = own === 'text' ? who : host;
  const [resolvedAt, resolvedBy] = before === 'resolved' ? ['now()', host] : ['null', 'null'];
  const title = before === 'draft' ? 'Draft: Plain' : 'Plain';
  const emptied = [
    `${kind}_assignees`,
    `${kind}_subscriptions`,
    'todos',
    'award_emoji',
    'abuse_reports',
    ...(kind === 'merge_request' ? ['merge_request_reviewers'] : []),
    // What was tried before is not published along.
    ...(needs === 'draft' ? [`merge_request_drafts WHERE id <> ${note.id}`] : []),
  ];
  return [
    `UPDATE projects SET archived_at = ${state === 'archived' ? 'now()' : 'null'} WHERE id = ${at.projectId}`,
    ...emptied.map((rows) => `DELETE FROM ${rows}`),
    `INSERT INTO ${kind}_subscriptions (${kind}_id, user_id, is_subscribed) VALUES (${at.id}, ${who}, false)`,
    ...(own === 'assigned' ? [`INSERT INTO ${kind}_assignees (${kind}_id, user_id) VALUES (${at.id}, ${who})`] : []),
    ...(needs === 'draft' ? [`UPDATE merge_request_drafts SET author_id = ${writer} WHERE id = ${note.id}`] : []),
    ...(note.discussion === ''
      ? []
      : [
          `UPDATE notes SET author_id = ${writer}, resolved_at = ${resolvedAt}, resolved_by_id = ${resolvedBy}
             WHERE id = ${note.id}`,
          `UPDATE discussions SET resolved_at = ${resolvedAt}, resolved_by_id = ${resolvedBy}
             WHERE id = '${note.discussion}'`,
        ]),
    `UPDATE ${tables[kind]} SET title = '${title}', author_id = ${own === 'thing' ? who : host},
       is_discussion_locked = ${isLocked}, state = '${before === 'closed' ? 'closed' : 'opened'}'
       ${kind === 'issue' ? `, is_confidential = ${state === 'confidential'}` : ''} WHERE id = ${at.id}`,
  ];
}
