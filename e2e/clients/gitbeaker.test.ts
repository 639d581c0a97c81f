import { AccessLevel, Gitlab, GitbeakerRequestError } from '@gitbeaker/rest';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startUnusedServer } from '../testing/journey.ts';
import type { RunningServer } from '../testing/running-server.ts';

/** The public client, unmodified: what it expects of a server is what this test is about. */
type Client = Gitlab;

let server: RunningServer;
let admin: Client;
let reviewer: Client;

const project = 'harbour/tide-tables';
let projectId = 0;
let reviewerId = 0;
const MAIN_TEXT = 'export function depth(hour: number): number {\n  return hour;\n}\n';
const CHANGED_TEXT = 'export function depth(hour: number): number {\n  return Math.sin(hour);\n}\n';

beforeAll(async () => {
  server = await startUnusedServer();
  admin = new Gitlab({ host: server.url, token: inject('rootToken') });
});
afterAll(() => server.dispose());

/** Status and sentence of what the client throws. */
async function refusalOf(work: Promise<unknown>): Promise<{ status: number; description: string }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitbeakerRequestError)) throw new Error(`expected a refused request, got ${String(error)}`);
  const { cause } = error;
  return { status: cause?.response.status ?? 0, description: cause?.description ?? '' };
}

describe('users, a group and a project', () => {
  test('who am I, and what runs here', async () => {
    expect(await admin.Users.showCurrentUser()).toMatchObject({ username: 'root', is_admin: true });
    expect((await admin.Metadata.show()).version).toMatch(/^\d+\.\d+/);
  });

  test('an administrator makes a user, who gets a token of their own', async () => {
    const made = await admin.Users.create({
      email: 'mara@example.org',
      username: 'mara',
      name: 'Mara Lind',
      password: 'high-water-at-nine',
      skipConfirmation: true,
    });
    expect(made).toMatchObject({ username: 'mara', state: 'active' });
    reviewerId = made.id;
    expect((await admin.Users.all({ username: 'mara' })).map((user) => user.id)).toEqual([made.id]);
    expect((await admin.Users.show(made.id)).name).toBe('Mara Lind');
    const token = await server.command(['token', 'create', '--user', 'mara', '--name', 'cli', '--scopes', 'api']);
    reviewer = new Gitlab({ host: server.url, token });
    expect((await reviewer.Users.showCurrentUser()).username).toBe('mara');
    expect((await reviewer.PersonalAccessTokens.show()).scopes).toEqual(['api']);
  });

  test('a group, a project in it, and its members', async () => {
    const group = await admin.Groups.create('Harbour', 'harbour', { visibility: 'private' });
    const made = await admin.Projects.create({
      name: 'Tide tables',
      path: 'tide-tables',
      namespaceId: group.id,
      visibility: 'private',
      initializeWithReadme: true,
    });
    projectId = made.id;
    expect(made).toMatchObject({ path_with_namespace: project, default_branch: 'main', visibility: 'private' });
    expect((await refusalOf(reviewer.Projects.show(project))).status).toBe(404);
    const member = await admin.ProjectMembers.add(project, AccessLevel.DEVELOPER, { userId: reviewerId });
    expect(member).toMatchObject({ username: 'mara', access_level: 30 });
    expect((await reviewer.Projects.show(project)).id).toBe(projectId);
    expect((await admin.ProjectMembers.edit(project, reviewerId, AccessLevel.MAINTAINER)).access_level).toBe(40);
    const all = await admin.ProjectMembers.all(project, { includeInherited: true });
    expect(all.map((each) => each.username).sort()).toEqual(['mara', 'root']);
    expect((await reviewer.Projects.all({ membership: true })).map((each) => each.path)).toEqual(['tide-tables']);
    expect((await admin.Groups.allProjects('harbour')).map((each) => each.id)).toEqual([projectId]);
    expect((await admin.Groups.edit(group.id, { description: 'Everything near water' })).description).toBe(
      'Everything near water',
    );
    expect((await admin.Projects.edit(projectId, { description: 'When the sea comes' })).description).toBe(
      'When the sea comes',
    );
    expect((await admin.Namespaces.show('harbour')).kind).toBe('group');
  });
});

describe('repository', () => {
  test('files are made, read, changed and removed', async () => {
    expect(await admin.RepositoryFiles.create(project, 'src/depth.ts', 'main', MAIN_TEXT, 'Add depth')).toEqual({
      file_path: 'src/depth.ts',
      branch: 'main',
    });
    const shown = await admin.RepositoryFiles.show(project, 'src/depth.ts', 'main');
    expect(Buffer.from(shown.content, 'base64').toString()).toBe(MAIN_TEXT);
    expect(await admin.RepositoryFiles.showRaw(project, 'src/depth.ts', 'main')).toBe(MAIN_TEXT);
    await admin.RepositoryFiles.create(project, 'old name/ö.txt', 'main', 'x', 'Add an odd name');
    await admin.RepositoryFiles.remove(project, 'old name/ö.txt', 'main', 'Remove it');
    expect((await refusalOf(admin.RepositoryFiles.show(project, 'old name/ö.txt', 'main'))).status).toBe(404);
    const blame = await admin.RepositoryFiles.allFileBlames(project, 'src/depth.ts', 'main');
    expect(blame.flatMap((range) => range.lines ?? []).join('\n')).toContain('depth(hour');
  });

  test('many actions make one commit on a new branch', async () => {
    const commit = await reviewer.Commits.create(
      project,
      'feature/sine',
      'Follow the moon',
      [
        { action: 'update', filePath: 'src/depth.ts', content: CHANGED_TEXT },
        { action: 'create', filePath: 'docs/moon.md', content: '# Moon\n' },
      ],
      { startBranch: 'main' },
    );
    expect(commit).toMatchObject({ title: 'Follow the moon', author_name: 'Mara Lind' });
    expect((await reviewer.Branches.show(project, 'feature/sine')).commit.id).toBe(commit.id);
    const diff = await reviewer.Commits.showDiff(project, commit.id);
    expect(diff.map((file) => file.new_path).sort()).toEqual(['docs/moon.md', 'src/depth.ts']);
    const refs = await reviewer.Commits.allReferences(project, commit.id, { type: 'branch' });
    expect(refs).toEqual([{ type: 'branch', name: 'feature/sine' }]);
  });

  test('branches, tags, trees, comparison and history', async () => {
    await admin.Branches.create(project, 'release/1', 'main');
    const names = (await admin.Branches.all(project)).map((branch) => branch.name);
    expect(names).toEqual(expect.arrayContaining(['main', 'feature/sine', 'release/1']));
    expect((await admin.Branches.all(project, { search: '^release' })).map(({ name }) => name)).toEqual(['release/1']);
    await admin.Branches.remove(project, 'release/1');
    expect((await refusalOf(admin.Branches.show(project, 'release/1'))).status).toBe(404);

    const tag = await admin.Tags.create(project, 'v1.0.0', 'main', { message: 'First' });
    expect(tag).toMatchObject({ name: 'v1.0.0', message: 'First' });
    expect((await admin.Tags.all(project)).map((each) => each.name)).toEqual(['v1.0.0']);
    expect((await admin.Tags.show(project, 'v1.0.0')).commit.id).toBe(
      (await admin.Branches.show(project, 'main')).commit.id,
    );

    const tree = await admin.Repositories.allRepositoryTrees(project, { ref: 'feature/sine', recursive: true });
    expect(tree.map((entry) => entry.path)).toEqual(
      expect.arrayContaining(['README.md', 'docs', 'docs/moon.md', 'src', 'src/depth.ts']),
    );
    const compared = await admin.Repositories.compare(project, 'main', 'feature/sine');
    expect(compared.commits?.map((commit) => commit.title)).toEqual(['Follow the moon']);
    expect(compared.diffs).toHaveLength(2);
    const base = await admin.Repositories.mergeBase(project, ['main', 'feature/sine']);
    expect(base.id).toBe((await admin.Branches.show(project, 'main')).commit.id);
    const history = await admin.Commits.all(project, { refName: 'feature/sine', path: 'docs/moon.md' });
    expect(history.map((commit) => commit.title)).toEqual(['Follow the moon']);
    expect((await admin.Repositories.allContributors(project)).length).toBeGreaterThan(0);
    const archive = await admin.Repositories.showArchive(project, { fileType: 'zip' });
    expect(archive.size).toBeGreaterThan(100);
  });

  test('protected branches: who may push and merge', async () => {
    const before = await admin.ProtectedBranches.all(project);
    expect(before.map((each) => each.name)).toEqual(['main']);
    const made = await admin.ProtectedBranches.protect(project, 'stable-*', {
      pushAccessLevel: AccessLevel.NO_ACCESS,
      mergeAccessLevel: AccessLevel.MAINTAINER,
    });
    expect(made.push_access_levels?.map((each) => each.access_level)).toEqual([0]);
    expect(made.merge_access_levels?.map((each) => each.access_level)).toEqual([40]);
    expect((await admin.ProtectedBranches.edit(project, 'stable-*', { allowForcePush: true })).allow_force_push).toBe(
      true,
    );
    await admin.ProtectedBranches.unprotect(project, 'stable-*');
    expect((await refusalOf(admin.ProtectedBranches.show(project, 'stable-*'))).status).toBe(404);
  });

  test('hooks are added, listed, changed and removed; the secret is never given back', async () => {
    const hook = await admin.ProjectHooks.add(project, 'https://hooks.example.org/tide', {
      pushEvents: true,
      mergeRequestsEvents: true,
      token: 'very-secret',
    });
    expect(hook).toMatchObject({ url: 'https://hooks.example.org/tide', merge_requests_events: true });
    expect(JSON.stringify(hook)).not.toContain('very-secret');
    expect((await admin.ProjectHooks.all(project)).map((each) => each.id)).toEqual([hook.id]);
    const changed = await admin.ProjectHooks.edit(project, hook.id, 'https://hooks.example.org/ebb', {
      noteEvents: true,
    });
    expect(changed).toMatchObject({ url: 'https://hooks.example.org/ebb', note_events: true });
    await admin.ProjectHooks.remove(project, hook.id);
    expect(await admin.ProjectHooks.all(project)).toEqual([]);
  });
});

describe('merge request', () => {
  let iid = 0;
  let refs = { base_sha: '', start_sha: '', head_sha: '' };

  test('is created, shown, listed and changed', async () => {
    const label = await admin.ProjectLabels.create(project, 'needs review', '#1f75cb');
    expect(label).toMatchObject({ name: 'needs review', text_color: '#FFFFFF' });
    const milestone = await admin.ProjectMilestones.create(project, 'Spring tide', { dueDate: '2031-03-20' });
    const made = await reviewer.MergeRequests.create(project, 'feature/sine', 'main', 'Draft: Follow the moon', {
      description: 'The sea is **round**.',
      labels: 'needs review',
      milestoneId: milestone.id,
      assigneeId: reviewerId,
      removeSourceBranch: true,
    });
    iid = made.iid;
    expect(made).toMatchObject({
      state: 'opened',
      draft: true,
      source_branch: 'feature/sine',
      target_branch: 'main',
      labels: ['needs review'],
      author: { username: 'mara' },
      force_remove_source_branch: true,
    });
    expect(made.milestone?.title).toBe('Spring tide');

    const ready = await reviewer.MergeRequests.edit(project, iid, {
      title: 'Follow the moon',
      addLabels: 'moon',
      reviewerIds: [(await admin.Users.showCurrentUser()).id],
    });
    expect(ready).toMatchObject({ title: 'Follow the moon', draft: false });
    expect(ready.labels).toEqual(['moon', 'needs review']);
    expect(ready.reviewers?.map((user) => user.username)).toEqual(['root']);

    const shown = await admin.MergeRequests.show(project, iid);
    refs = shown.diff_refs;
    expect(refs.head_sha).toBe(shown.sha);
    const listed = await admin.MergeRequests.all({ projectId, state: 'opened', labels: 'moon' });
    expect(listed.map((each) => each.iid)).toEqual([iid]);
    expect((await admin.MergeRequests.all({ groupId: 'harbour' })).map((each) => each.iid)).toEqual([iid]);
    expect((await admin.MergeRequests.all({ scope: 'all', search: 'moon' })).map((each) => each.iid)).toEqual([iid]);
    expect((await admin.MergeRequests.all({ projectId, state: 'merged' })).map((each) => each.iid)).toEqual([]);
    const planned = await admin.MergeRequests.all({ projectId, milestone: 'Spring tide' });
    expect(planned.map((each) => each.iid)).toEqual([iid]);
  });

  test('gives its commits, diffs, versions, participants and reviewers', async () => {
    expect((await admin.MergeRequests.allCommits(project, iid)).map((each) => each.title)).toEqual(['Follow the moon']);
    const diffs = await admin.MergeRequests.allDiffs(project, iid);
    expect(diffs.map((file) => [file.new_path, file.new_file])).toEqual([
      ['docs/moon.md', true],
      ['src/depth.ts', false],
    ]);
    expect(diffs[1]?.diff).toContain('+  return Math.sin(hour);');
    const versions = await admin.MergeRequests.allDiffVersions(project, iid);
    expect(versions.map((each) => each.head_commit_sha)).toEqual([refs.head_sha]);
    const version = await admin.MergeRequests.showDiffVersion(project, iid, versions[0]?.id ?? 0);
    expect(version.diffs).toHaveLength(2);
    expect((await admin.MergeRequests.allParticipants(project, iid)).map((user) => user.username)).toContain('mara');
    expect((await admin.MergeRequests.showReviewers(project, iid)).map(({ user }) => user.username)).toEqual(['root']);
    const ofCommit = await admin.Commits.allMergeRequests(project, refs.head_sha);
    expect(ofCommit.map((each) => each.iid)).toEqual([iid]);
  });

  test('notes are written, changed, listed and removed', async () => {
    const note = await admin.MergeRequestNotes.create(project, iid, 'Have you asked the _fish_?');
    expect(note).toMatchObject({ body: 'Have you asked the _fish_?', system: false, author: { username: 'root' } });
    const edited = await admin.MergeRequestNotes.edit(project, iid, note.id, { body: 'Have you asked the crabs?' });
    expect(edited.body).toBe('Have you asked the crabs?');
    expect((await admin.MergeRequestNotes.show(project, iid, note.id)).id).toBe(note.id);
    const all = await admin.MergeRequestNotes.all(project, iid, { sort: 'asc', orderBy: 'created_at' });
    expect(all.filter((each) => !each.system).map((each) => each.id)).toEqual([note.id]);
    expect(all.some((each) => each.system)).toBe(true);
    expect((await refusalOf(reviewer.MergeRequestNotes.remove(project, iid, 999_999))).status).toBe(404);
    await admin.MergeRequestNotes.remove(project, iid, note.id);
    expect((await refusalOf(admin.MergeRequestNotes.show(project, iid, note.id))).status).toBe(404);
  });

  test('a thread on a line of the diff is answered and resolved', async () => {
    const thread = await admin.MergeRequestDiscussions.create(project, iid, 'Radians or degrees?', {
      position: {
        positionType: 'text',
        baseSha: refs.base_sha,
        startSha: refs.start_sha,
        headSha: refs.head_sha,
        oldPath: 'src/depth.ts',
        newPath: 'src/depth.ts',
        newLine: '2',
      },
    });
    const first = thread.notes?.[0];
    expect(first).toMatchObject({ type: 'DiffNote', resolvable: true, resolved: false });
    expect(first?.['position']).toMatchObject({ new_path: 'src/depth.ts', new_line: 2, head_sha: refs.head_sha });
    const reply = await reviewer.MergeRequestDiscussions.addNote(project, iid, thread.id, 'Radians.');
    expect(reply.body).toBe('Radians.');
    const changed = await reviewer.MergeRequestDiscussions.editNote(project, iid, thread.id, reply.id, {
      body: 'Radians, always.',
    });
    expect(changed.body).toBe('Radians, always.');
    const resolved = await reviewer.MergeRequestDiscussions.resolve(project, iid, thread.id, true);
    expect(resolved.notes?.every((each) => each['resolved'] === true)).toBe(true);
    const shown = await admin.MergeRequestDiscussions.show(project, iid, thread.id);
    expect(shown.notes?.map((each) => each.body)).toEqual(['Radians or degrees?', 'Radians, always.']);
    const bad = await refusalOf(
      admin.MergeRequestDiscussions.create(project, iid, 'Where?', {
        position: {
          positionType: 'text',
          baseSha: refs.base_sha,
          startSha: refs.start_sha,
          headSha: refs.head_sha,
          oldPath: 'src/depth.ts',
          newPath: 'src/depth.ts',
          newLine: '4000',
        },
      }),
    );
    expect(bad.status).toBe(422);
    const overview = await admin.MergeRequestDiscussions.create(project, iid, 'And the whole?');
    expect(overview.individual_note).toBe(false);
    expect((await admin.MergeRequestDiscussions.all(project, iid)).map((each) => each.id)).toEqual(
      expect.arrayContaining([thread.id, overview.id]),
    );
  });

  test('what cannot be is refused in words the client understands', async () => {
    const again = await refusalOf(reviewer.MergeRequests.create(project, 'feature/sine', 'main', 'Once more'));
    expect(again).toMatchObject({ status: 409 });
    expect(again.description).toContain(`Another open merge request already exists for this source branch: !${iid}`);
    expect((await refusalOf(admin.MergeRequests.show(project, 4_000))).status).toBe(404);
    expect((await refusalOf(admin.Projects.show('harbour/nowhere'))).description).toContain('404 Project Not Found');
    const nobody = new Gitlab({ host: server.url, token: 'glpat-nonsense' });
    expect((await refusalOf(nobody.Projects.show(project))).status).toBe(401);
    const label = await refusalOf(admin.ProjectLabels.create(project, 'needs review', '#000000'));
    expect(label).toMatchObject({ status: 409, description: 'Label already exists' });
    const same = await refusalOf(admin.MergeRequests.create(project, 'main', 'main', 'Nothing'));
    expect([409, 422, 400]).toContain(same.status);
    const stale = await refusalOf(admin.MergeRequests.accept(project, iid, { sha: '0'.repeat(39).concat('1') }));
    expect(stale.status).toBe(409);
    expect((await admin.MergeRequests.show(project, iid)).state).toBe('opened');
  });

  test('is closed, reopened and accepted, and its branch is gone', async () => {
    expect((await reviewer.MergeRequests.edit(project, iid, { stateEvent: 'close' })).state).toBe('closed');
    expect((await refusalOf(admin.MergeRequests.accept(project, iid))).status).toBe(405);
    expect((await reviewer.MergeRequests.edit(project, iid, { stateEvent: 'reopen' })).state).toBe('opened');
    const merged = await admin.MergeRequests.accept(project, iid, {
      sha: refs.head_sha,
      mergeCommitMessage: 'Merge the moon',
      shouldRemoveSourceBranch: true,
    });
    expect(merged).toMatchObject({ state: 'merged', merged_by: { username: 'root' } });
    const main = await admin.Branches.show(project, 'main');
    expect(main.commit).toMatchObject({ id: merged.merge_commit_sha, message: 'Merge the moon' });
    expect(await admin.RepositoryFiles.showRaw(project, 'src/depth.ts', 'main')).toBe(CHANGED_TEXT);
    // The branch is removed by the job that follows the merge.
    const branches = async () => (await admin.Branches.all(project)).map(({ name }) => name);
    await expect.poll(branches).not.toContain('feature/sine');
    expect((await refusalOf(admin.Branches.show(project, 'feature/sine'))).status).toBe(404);
    expect((await refusalOf(admin.MergeRequests.accept(project, iid))).status).toBe(405);
  });
});

describe('pages of lists', () => {
  test('showExpanded tells page and totals; without a page the client walks all', async () => {
    for (let serial = 1; serial <= 7; serial += 1) {
      await admin.ProjectLabels.create(project, `page-${serial}`, '#aabbcc');
    }
    const { data, paginationInfo } = await admin.ProjectLabels.all(project, {
      search: 'page-',
      perPage: 3,
      page: 2,
      showExpanded: true,
    });
    expect(data.map((each) => each.name)).toEqual(['page-4', 'page-5', 'page-6']);
    expect(paginationInfo).toEqual({ total: 7, next: 3, current: 2, previous: 1, perPage: 3, totalPages: 3 });
    const walked = await admin.ProjectLabels.all(project, { search: 'page-', perPage: 2 });
    expect(walked).toHaveLength(7);
    const bounded = await admin.ProjectLabels.all(project, { search: 'page-', perPage: 2, maxPages: 2 });
    expect(bounded).toHaveLength(4);
  });

  test('keyset pages of projects', async () => {
    for (const name of ['Ebb', 'Flow', 'Swell']) await admin.Projects.create({ name });
    const walked = await admin.Projects.all({ pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 2 });
    expect(walked.map((each) => each.name)).toEqual(['Tide tables', 'Ebb', 'Flow', 'Swell']);
  });

  test('answers in camel case when the client was told to', async () => {
    const camel = new Gitlab<true>({ host: server.url, token: inject('rootToken'), camelize: true });
    expect((await camel.Projects.show(project)).pathWithNamespace).toBe(project);
  });
});

describe('the end of it', () => {
  test('labels, milestones, members, forks and the project itself are removed', async () => {
    await admin.ProjectLabels.edit(project, 'moon', { newName: 'sun' });
    await admin.ProjectLabels.remove(project, 'sun');
    const [milestone] = await admin.ProjectMilestones.all(project, { state: 'active' });
    expect((await admin.ProjectMilestones.edit(project, milestone?.id ?? 0, { stateEvent: 'close' })).state).toBe(
      'closed',
    );
    const fork = await reviewer.Projects.fork(project, { path: 'my-tides', name: 'My tides' });
    expect(fork.forked_from_project).toMatchObject({ id: projectId });
    expect((await admin.Projects.allForks(project)).map((each) => each.id)).toEqual([fork.id]);
    await admin.ProjectMembers.remove(project, reviewerId);
    expect((await refusalOf(reviewer.Projects.show(project))).status).toBe(404);
    expect((await admin.Projects.archive(project)).archived).toBe(true);
    const refused = await refusalOf(admin.RepositoryFiles.create(project, 'late.txt', 'main', 'x', 'Too late'));
    expect(refused.status).toBe(403);
    expect((await admin.Projects.unarchive(project)).archived).toBe(false);
    await admin.Projects.remove(project);
    // Its owners see it until the last of it is removed.
    const stillThere = () =>
      admin.Projects.show(project).then(
        () => true,
        (error: unknown) => !(error instanceof GitbeakerRequestError && error.cause?.response.status === 404),
      );
    await expect.poll(stillThere).toBe(false);
  });
});
