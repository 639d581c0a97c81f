import { Gitlab } from '@gitbeaker/rest';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startUnusedServer } from '../testing/journey.ts';
import type { RunningServer } from '../testing/running-server.ts';

const project = 'root/lighthouse';

let server: RunningServer;
/** The public client, unmodified, as the administrator and as someone who may only report. */
let owner: Gitlab;
let reporter: Gitlab;
let reporterId = 0;

beforeAll(async () => {
  server = await startUnusedServer();
  owner = new Gitlab({ host: server.url, token: inject('rootToken') });
  const made = await owner.Users.create({
    email: 'ines@example.org',
    username: 'ines',
    name: 'Ines Duarte',
    password: 'the-lamp-is-lit-at-dusk',
    skipConfirmation: true,
  });
  reporterId = made.id;
  const token = await server.command(['token', 'create', '--user', 'ines', '--name', 'cli', '--scopes', 'api']);
  reporter = new Gitlab({ host: server.url, token });
  await owner.Projects.create({ name: 'Lighthouse', path: 'lighthouse', visibility: 'private' });
  await owner.ProjectMembers.add(project, 20, { userId: reporterId });
});
afterAll(() => server.dispose());

describe('issues', () => {
  let lamp = 0;
  let fog = 0;

  test('are written, listed and changed', async () => {
    const made = await reporter.Issues.create(project, 'The lamp flickers', {
      description: '- [x] seen\n- [ ] understood\n\ncc @root',
      labels: 'lamp,urgent',
      dueDate: '2031-05-01',
    });
    lamp = made.iid;
    expect(made).toMatchObject({ state: 'opened', labels: ['lamp', 'urgent'], due_date: '2031-05-01' });
    expect(made.task_completion_status).toEqual({ count: 2, completed_count: 1 });
    fog = (await owner.Issues.create(project, 'Nothing is seen in fog', { confidential: true })).iid;
    const open = await owner.Issues.all({ projectId: project, state: 'opened', orderBy: 'created_at', sort: 'asc' });
    expect(open.map(({ iid }) => iid)).toEqual([lamp, fog]);
    const detailed = await owner.Issues.all({ projectId: project, labels: 'lamp', withLabelsDetails: true });
    expect(detailed[0]?.labels.map(({ name }) => name)).toEqual(['lamp', 'urgent']);
    const changed = await owner.Issues.edit(project, lamp, {
      title: 'The lamp flickers at dusk',
      assigneeIds: [reporterId],
    });
    expect(changed).toMatchObject({ title: 'The lamp flickers at dusk', assignees: [{ username: 'ines' }] });
    expect((await owner.Issues.show(lamp, { projectId: project })).title).toBe('The lamp flickers at dusk');
  });

  test('what is confidential is there for members who may plan', async () => {
    const guest = await owner.Users.create({
      email: 'otto@example.org',
      username: 'otto',
      name: 'Otto',
      password: 'only-here-for-the-view',
      skipConfirmation: true,
    });
    await owner.ProjectMembers.add(project, 10, { userId: guest.id });
    const token = await server.command(['token', 'create', '--user', 'otto', '--name', 'cli', '--scopes', 'api']);
    const visitor = new Gitlab({ host: server.url, token });
    expect((await visitor.Issues.all({ projectId: project })).map(({ iid }) => iid)).toEqual([lamp]);
    await expect(visitor.Issues.show(fog, { projectId: project })).rejects.toThrow(/Not Found/);
    expect((await reporter.Issues.show(fog, { projectId: project })).confidential).toBe(true);
  });

  test('are talked about, reacted to, and linked', async () => {
    const thread = await reporter.IssueDiscussions.create(project, lamp, 'Only when the wind is from the west.');
    const reply = await owner.IssueDiscussions.addNote(project, lamp, thread.id, 'Then it is the **seal**.');
    expect(reply.body).toBe('Then it is the **seal**.');
    const note = await owner.IssueNotes.create(project, lamp, 'I will have a look.');
    expect((await owner.IssueNotes.edit(project, lamp, note.id, { body: 'I had a look.' })).body).toBe('I had a look.');
    const written = (await owner.IssueNotes.all(project, lamp, { sort: 'asc' })).filter(({ system }) => !system);
    expect(written.map(({ body }) => body)).toEqual([
      'Only when the wind is from the west.',
      'Then it is the **seal**.',
      'I had a look.',
    ]);
    await reporter.IssueAwardEmojis.award(project, lamp, 'thumbsup');
    await owner.IssueNoteAwardEmojis.award(project, lamp, note.id, 'eyes');
    expect((await owner.IssueAwardEmojis.all(project, lamp)).map(({ name }) => name)).toEqual(['thumbsup']);
    expect((await reporter.Issues.show(lamp, { projectId: project })).upvotes).toBe(1);
    const link = await owner.IssueLinks.create(project, lamp, project, fog, { linkType: 'blocks' });
    expect(link).toMatchObject({ link_type: 'blocks', source_issue: { iid: lamp }, target_issue: { iid: fog } });
    const [blocked] = await owner.IssueLinks.all(project, lamp);
    expect(blocked).toMatchObject({ iid: fog, link_type: 'blocks' });
    expect(await owner.IssueLinks.all(project, fog)).toMatchObject([{ iid: lamp, link_type: 'is_blocked_by' }]);
    await owner.IssueLinks.remove(project, lamp, Number(blocked?.issue_link_id));
    expect(await owner.IssueLinks.all(project, lamp)).toEqual([]);
  });

  test('time is estimated and spent', async () => {
    expect(await owner.Issues.addTimeEstimate(project, lamp, '1d 2h')).toMatchObject({ time_estimate: 36_000 });
    await owner.Issues.addSpentTime(project, lamp, '90m', { summary: 'Up the stairs and down' });
    expect(await owner.Issues.showTimeStats(project, lamp)).toMatchObject({
      human_time_estimate: '1d 2h',
      human_total_time_spent: '1h 30m',
    });
    expect((await owner.Issues.resetSpentTime(project, lamp)).total_time_spent).toBe(0);
  });

  test('call users, whose to-dos end', async () => {
    const waiting = () => reporter.TodoLists.all({ state: 'pending' });
    // What she was assigned ended when she answered.
    const assigned = await reporter.TodoLists.all({ state: 'done' });
    expect(assigned.map(({ action_name: name }) => name)).toEqual(['assigned']);
    await owner.IssueNotes.create(project, lamp, 'Could @ines look again tonight?');
    await expect.poll(async () => (await waiting()).map(({ action_name: name }) => name)).toEqual(['mentioned']);
    const [todo] = await waiting();
    expect(todo).toMatchObject({ target_type: 'Issue', target: { iid: lamp } });
    expect((await reporter.TodoLists.done({ todoId: todo?.id ?? 0 })).state).toBe('done');
    expect(await waiting()).toEqual([]);
    expect((await owner.Issues.unsubscribe(project, lamp)).subscribed).toBe(false);
    expect((await owner.Issues.subscribe(project, lamp)).subscribed).toBe(true);
    const people = await owner.Issues.allParticipants(project, lamp);
    expect(people.map(({ username }) => username).sort()).toEqual(['ines', 'root']);
  });

  test('are closed, moved and deleted', async () => {
    expect((await owner.Issues.edit(project, lamp, { stateEvent: 'close' })).state).toBe('closed');
    expect(await owner.Issues.all({ projectId: project, state: 'closed' })).toHaveLength(1);
    const elsewhere = await owner.Projects.create({ name: 'Harbour wall', path: 'harbour-wall' });
    const moved = await owner.Issues.move(project, fog, elsewhere.id);
    expect(moved).toMatchObject({ project_id: elsewhere.id, title: 'Nothing is seen in fog', confidential: true });
    expect((await owner.Issues.show(fog, { projectId: project })).moved_to_id).toBe(moved.id);
    await owner.Issues.remove(project, lamp);
    await expect(owner.Issues.show(lamp, { projectId: project })).rejects.toThrow(/Not Found/);
  });
});
