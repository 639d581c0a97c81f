import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import type { Answer } from '../testing/rest.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import {
  commitFiles,
  createWorld,
  type MergeRequest,
  type TestUser,
  type Project,
  type World,
} from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

let server: RunningServer;
let world: World;
let owner: TestUser;
let other: TestUser;

beforeAll(async () => {
  // Many requests a second come from one user here.
  server = await startServer({ TRIBUTARY_RATE_LIMIT: '1000000' });
  world = await createWorld(server, ROOT_PASSWORD);
  owner = await world.person('olga');
  other = await world.person('otto');
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
});

const addressOf = (project: Project, iid: number) => `/projects/${project.id}/merge_requests/${iid}`;
const countStatus = (answers: readonly Answer<unknown>[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const titlesOf = async (project: Project) =>
  (await owner.rest.get<{ title: string }[]>(`/projects/${project.id}/repository/commits?per_page=100`)).map(
    (commit) => commit.title,
  );

describe('P-05: one winner', () => {
  test('ten merges of different merge requests into one branch lose no commit', async () => {
    const project = await world.project(owner, 'ten', { members: [{ person: other, level: 40 }] });
    const requests: MergeRequest[] = [];
    for (let at = 1; at <= 10; at += 1) {
      requests.push(await world.mergeRequest(owner, project, `topic-${at}`, { [`${at}.txt`]: `${at}\n` }));
    }
    const answers = await Promise.all(
      requests.map(({ iid }, at) =>
        (at % 2 === 0 ? owner : other).rest.send<{ message: string }>('PUT', `${addressOf(project, iid)}/merge`),
      ),
    );
    const refused = answers.filter((answer) => answer.status !== 200);
    // Whoever lost was told so, with a reason.
    for (const { status, body } of refused) expect([status, body.message]).toEqual([409, expect.any(String)]);
    const merged = await owner.rest.get<MergeRequest[]>(`/projects/${project.id}/merge_requests?state=merged`);
    expect(merged).toHaveLength(countStatus(answers, 200));
    const titles = await titlesOf(project);
    expect(titles.filter((title) => title.startsWith('Merge branch'))).toHaveLength(merged.length);
    for (const request of merged) expect(titles).toContain(`Change ${request.iid}.txt`);
    // All of them fit together, so a lost race is the only reason to be refused; trying again succeeds.
    for (const { iid } of requests.filter((request) => !merged.some((done) => done.iid === request.iid)))
      await owner.rest.put(`${addressOf(project, iid)}/merge`);
    const tree = await owner.rest.get<{ path: string }[]>(`/projects/${project.id}/repository/tree?per_page=100`);
    expect(tree.map((entry) => entry.path)).toEqual(expect.arrayContaining(requests.map((_, at) => `${at + 1}.txt`)));
  });

  test('ten merges of the same merge request are one', async () => {
    const project = await world.project(owner, 'same', { members: [{ person: other, level: 40 }] });
    const { iid } = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? owner : other).rest.send('PUT', `${addressOf(project, iid)}/merge`),
      ),
    );
    expect(countStatus(answers, 200)).toBe(1);
    expect(answers.filter(({ status }) => ![200, 405, 409].includes(status))).toEqual([]);
    expect((await titlesOf(project)).filter((title) => title.startsWith('Merge branch'))).toHaveLength(1);
    const [row] = await queryDatabase<{ count: number }>(
      server,
      `select count(*)::int as count from notes n join merge_requests m on m.id = n.noteable_id
        where n.noteable_type = 'MergeRequest' and n.is_system and n.body = 'merged' and m.target_project_id = $1`,
      [project.id],
    );
    expect(row?.count).toBe(1);
  });

  test('two that conflict with each other: one is merged, the other is not', async () => {
    const project = await world.project(owner, 'rivals');
    const requests = [
      await world.mergeRequest(owner, project, 'left', { 'same.txt': 'left\n' }),
      await world.mergeRequest(owner, project, 'right', { 'same.txt': 'right\n' }),
    ];
    const answers = await Promise.all(
      requests.map(({ iid }) => owner.rest.send('PUT', `${addressOf(project, iid)}/merge`)),
    );
    expect(countStatus(answers, 200)).toBe(1);
    expect(answers.filter(({ status }) => ![200, 405, 409, 422].includes(status))).toEqual([]);
  });
});

/** What the clock starts each minute would hide a merge request that was forgotten: while this works, it starts nothing. */
async function withoutMinuteJobs(work: () => Promise<void>): Promise<void> {
  await queryDatabase(
    server,
    `create function skip_job() returns trigger language plpgsql as 'begin return null; end';
     create function is_by_the_clock(job_task integer) returns boolean language sql as
       $$ select exists (select from graphile_worker._private_tasks where id = job_task and identifier in
         ('try-auto-merges', 'watch-readiness', 'recover-merge-intents', 'recover-pushes')) $$;
     create trigger skip_job before insert on graphile_worker._private_jobs for each row
       when (is_by_the_clock(new.task_id)) execute function skip_job()`,
  );
  try {
    await work();
  } finally {
    await queryDatabase(server, 'drop function skip_job cascade; drop function is_by_the_clock');
  }
}

/** Until the last of thirty is merged, on two cores with other work on them. */
const THIRTY_WITHIN_MS = 60_000;

test.runIf(IS_FULL)(
  'thirty merge requests on auto-merge are all merged when their statuses come at once',
  async () => {
    const project = await world.project(owner, 'thirty');
    const requests: MergeRequest[] = [];
    const report = (sha: string, state: string) =>
      owner.rest.post(`/projects/${project.id}/statuses/${sha}`, { state, name: 'external' });
    for (let at = 1; at <= 30; at += 1) {
      const request = await world.mergeRequest(owner, project, `topic-${at}`, { [`${at}.txt`]: `${at}\n` });
      await report(request.sha, 'running');
      await owner.rest.put(`${addressOf(project, request.iid)}/merge`, { auto_merge: true, sha: request.sha });
      requests.push(request);
    }
    const states = async () =>
      (await owner.rest.get<MergeRequest[]>(`/projects/${project.id}/merge_requests?per_page=100`)).map(
        ({ state }) => state,
      );
    expect(new Set(await states())).toEqual(new Set(['opened']));
    await withoutMinuteJobs(async () => {
      await Promise.all(requests.map(({ sha }) => report(sha, 'success')));
      await expect.poll(states, { timeout: THIRTY_WITHIN_MS, interval: 500 }).toEqual(requests.map(() => 'merged'));
    });
    expect((await titlesOf(project)).filter((title) => title.startsWith('Merge branch'))).toHaveLength(30);
  },
  300_000,
);

/** How long this takes from now. */
async function msOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe('P-06: you merge what you saw', () => {
  const ROUNDS = IS_FULL ? 500 : 10;
  const PER_PROJECT = 50;

  test(`a push that lands between reading and merging is never merged unseen (${ROUNDS} rounds)`, async () => {
    const counts = { merged: 0, refused: 0 };
    let project: Project = { id: 0, path: '' };
    let pushMs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % PER_PROJECT === 0) project = await world.project(owner, `saw-${round}`);
      const branch = `topic-${round}`;
      const seen = await world.mergeRequest(owner, project, branch, { [`${round}.txt`]: 'seen\n' });
      const push = msOf(commitFiles(owner, project.id, { branch, files: { [`${round}-unseen.txt`]: 'unseen\n' } }));
      // The race is run from both sides: with no head start, and with parts of what a push takes on this machine.
      if (round % 5 > 0) await new Promise((resolve) => setTimeout(resolve, ((round % 5) / 4) * pushMs));
      const answer = await owner.rest.send<MergeRequest>('PUT', `${addressOf(project, seen.iid)}/merge`, {
        sha: seen.sha,
      });
      pushMs = await push;
      if (answer.status === 200) {
        counts.merged += 1;
        const parents = await owner.rest.get<{ parent_ids: string[] }>(
          `/projects/${project.id}/repository/commits/${answer.body.merge_commit_sha ?? ''}`,
        );
        expect(parents.parent_ids[1]).toBe(seen.sha);
      } else {
        expect(answer.status).toBe(409);
        counts.refused += 1;
        const still = await owner.rest.get<MergeRequest>(addressOf(project, seen.iid));
        expect(still.state).toBe('opened');
      }
    }
    expect(counts.merged + counts.refused).toBe(ROUNDS);
    expect(counts.refused).toBeGreaterThan(0);
    const tree = await owner.rest.get<{ path: string }[]>(`/projects/${project.id}/repository/tree?per_page=100`);
    expect(tree.filter((entry) => entry.path.includes('unseen'))).toEqual([]);
  }, 300_000);

  test.runIf(IS_FULL)(
    'without a sha the head of that moment is pinned: what is merged is what the merge request says',
    async () => {
      const project = await world.project(owner, 'pinned');
      for (let round = 0; round < 10; round += 1) {
        const branch = `topic-${round}`;
        const { iid } = await world.mergeRequest(owner, project, branch, { [`${round}.txt`]: '1\n' });
        const [answer] = await Promise.all([
          owner.rest.send<MergeRequest>('PUT', `${addressOf(project, iid)}/merge`),
          commitFiles(owner, project.id, { branch, files: { [`${round}-more.txt`]: '2\n' } }),
        ]);
        const now = await owner.rest.get<MergeRequest>(addressOf(project, iid));
        if (answer.status !== 200) expect([answer.status, now.state]).toEqual([409, 'opened']);
        else {
          const commit = await owner.rest.get<{ parent_ids: string[] }>(
            `/projects/${project.id}/repository/commits/${now.merge_commit_sha ?? ''}`,
          );
          expect(commit.parent_ids[1]).toBe(now.sha);
        }
      }
    },
  );
});

describe('one ref, many writers', () => {
  test('of ten pushes from one state exactly one wins, and the others are told to fetch', async () => {
    const project = await world.project(owner, 'pushers');
    const clones = await Promise.all(
      Array.from({ length: 10 }, () => world.clone(project, { username: owner.username, secret: owner.rest.token })),
    );
    const shas = await Promise.all(clones.map((work, at) => work.commit({ [`${at}.txt`]: `${at}\n` })));
    const results = await Promise.all(clones.map((work) => work.git('push', 'origin', 'main')));
    const winners = results.flatMap((result, at) => (result.ok ? [shas[at]] : []));
    expect(winners).toHaveLength(1);
    const tip = await clones[0]?.must('ls-remote', 'origin', 'refs/heads/main');
    expect(tip).toContain(winners[0]);
    for (const result of results.filter((each) => !each.ok)) {
      expect(result.output).toMatch(/rejected|fetch first|failed to update|cannot lock|stale/i);
      // Where the server keeps its files is nobody's business.
      expect(result.output).not.toContain(server.dataDir);
    }
  });

  test('of ten commits through the API on one state all land or are refused, and none is lost', async () => {
    const project = await world.project(owner, 'editors');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        owner.rest.send<{ id: string }>('POST', `/projects/${project.id}/repository/commits`, {
          branch: 'main',
          commit_message: `Edit ${at}`,
          actions: [{ action: 'create', file_path: `edit-${at}.txt`, content: 'x' }],
        }),
      ),
    );
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    const titles = (await titlesOf(project)).filter((title) => title.startsWith('Edit'));
    expect(titles).toHaveLength(countStatus(answers, 201));
    expect(titles.length).toBeGreaterThan(0);
  });

  test('a file that someone else changed meanwhile is not overwritten', async () => {
    const project = await world.project(owner, 'shared-file', { files: { 'shared.txt': 'one\n' } });
    const { last_commit_id: seen } = await owner.rest.get<{ last_commit_id: string }>(
      `/projects/${project.id}/repository/files/shared.txt?ref=main`,
    );
    const edit = (content: string) =>
      owner.rest.send('PUT', `/projects/${project.id}/repository/files/shared.txt`, {
        branch: 'main',
        content,
        commit_message: content,
        last_commit_id: seen,
      });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((content) => edit(content)));
    expect(countStatus(answers, 200)).toBe(1);
    expect(answers.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([]);
  });
});

describe('two editors of one note', () => {
  test('the second is told what the first wrote, and nothing is overwritten', async () => {
    const project = await world.project(owner, 'notes', { members: [{ person: other, level: 40 }] });
    const { iid } = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
    const note = await owner.rest.post<{ id: number; updated_at: string }>(`${addressOf(project, iid)}/notes`, {
      body: 'At first',
    });
    const edit = async (person: TestUser, text: string) => {
      const answer = await fetch(`${server.url}/${project.path}/-/notes/${note.id}`, {
        method: 'PUT',
        headers: { 'private-token': person.rest.token, 'content-type': 'application/json' },
        body: JSON.stringify({ note: { note: text }, last_known_updated_at: note.updated_at }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const [one, two] = await Promise.all([edit(owner, 'By Olga'), edit(other, 'By Otto')]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = one.status === 200 ? 'By Olga' : 'By Otto';
    expect((one.status === 200 ? two : one).text).toContain(winner);
    const now = await owner.rest.get<{ body: string }>(`${addressOf(project, iid)}/notes/${note.id}`);
    expect(now.body).toBe(winner);
  });

  test('ten replies at once are ten notes in one thread', async () => {
    const project = await world.project(owner, 'replies', { members: [{ person: other, level: 40 }] });
    const { iid } = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
    const thread = await owner.rest.post<{ id: string }>(`${addressOf(project, iid)}/discussions`, { body: 'Start' });
    const path = `${addressOf(project, iid)}/discussions/${thread.id}`;
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? owner : other).rest.post(`${path}/notes`, { body: `Reply ${at}` }),
      ),
    );
    const { notes } = await owner.rest.get<{ notes: { body: string }[] }>(path);
    expect(notes.map((each) => each.body).toSorted()).toEqual(
      ['Start', ...Array.from({ length: 10 }, (_, at) => `Reply ${at}`)].toSorted(),
    );
  });
});
