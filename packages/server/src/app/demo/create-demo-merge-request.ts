import { readRef } from '@tributary/git';
import { type DemoService, waitFor } from './demo-service.ts';
import type { ProjectHistory, Round, StoryHistory } from './history/build-history.ts';
import { DEFAULT_BRANCH } from './history/build-history.ts';
import { lineNumber } from './history/files.ts';
import type { DemoUsername } from './users.ts';
import type { Measured, LineLocator, Story, StoryStep } from './story.ts';
import type { StoryClock } from './story-clock.ts';

/** A project of the demo in the service, and who is who by number. */
export type CreatedDemoProject = {
  projectId: number;
  fullPath: string;
  history: ProjectHistory;
  milestoneId: number;
  userIds: ReadonlyMap<DemoUsername, number>;
  clock: StoryClock;
};

type MergeRequest = {
  iid: number;
  sha: string;
  state: string;
  detailed_merge_status: string;
  diff_refs: { base_sha: string; head_sha: string; start_sha: string } | null;
};

type Scene = {
  service: DemoService;
  place: CreatedDemoProject;
  story: Story;
  history: StoryHistory;
  /** Where its branch is pushed to. */
  source: { projectId: number; fullPath: string };
  path: string;
  threads: Map<string, string>;
  round: number;
};

const UNSETTLED = new Set(['preparing', 'unchecked', 'checking', 'approvals_syncing']);

/** Pushes and opens the merge request at `start`, and lets everything happen on it. Returns its number in the project. */
export async function createDemoMergeRequest(
  service: DemoService,
  place: CreatedDemoProject,
  story: Story,
  start: Date,
): Promise<number> {
  const history = place.history.stories.get(story);
  if (!history) throw new Error(`${story.branch} has no history`);
  place.clock.goTo(start);
  const source = story.isFromFork ? await fork(service, place, story.author) : place;
  const first = roundOf(history, 0);
  await service.push(story.author, place.history.repo, source.fullPath, [`${first.ref}:refs/heads/${story.branch}`]);
  const opened = await open(service, place, story, source.projectId);
  const path = `/projects/${place.projectId}/merge_requests/${opened.iid}`;
  const scene: Scene = { service, place, story, history, source, path, threads: new Map(), round: 0 };
  await reportStatuses(scene);
  for (const [index, turn] of story.turns.entries()) {
    place.clock.pass(
      story.turns.length - index - 1,
      'pushes' in turn ? roundOf(history, scene.round + 1).at : undefined,
    );
    await play(scene, turn);
  }
  return opened.iid;
}

async function fork(service: DemoService, place: CreatedDemoProject, by: DemoUsername): Promise<Scene['source']> {
  type Project = { id: number; path_with_namespace: string; import_status: string };
  const made = await service.call<Project>(by, 'POST', `/projects/${place.projectId}/fork`, {});
  await waitFor(`the fork of ${place.fullPath}`, async () => {
    const { import_status: status } = await service.call<Project>(by, 'GET', `/projects/${made.id}`);
    if (status === 'failed') throw new Error(`the fork of ${place.fullPath} failed`);
    return status === 'finished' || status === 'none' ? true : undefined;
  });
  return { projectId: made.id, fullPath: made.path_with_namespace };
}

function open(service: DemoService, place: CreatedDemoProject, story: Story, sourceId: number): Promise<MergeRequest> {
  const idsOf = (names: readonly DemoUsername[] = []) => names.map((name) => place.userIds.get(name) ?? 0);
  return service.call(story.author, 'POST', `/projects/${sourceId}/merge_requests`, {
    source_branch: story.branch,
    target_branch: DEFAULT_BRANCH,
    target_project_id: place.projectId,
    title: story.isDraft ? `Draft: ${story.title}` : story.title,
    description: story.description,
    labels: story.labels.join(','),
    assignee_ids: idsOf(story.assignees),
    reviewer_ids: idsOf(story.reviewers),
    remove_source_branch: !story.isFromFork,
    ...(story.hasMilestone && { milestone_id: place.milestoneId }),
  });
}

async function play(scene: Scene, turn: StoryStep): Promise<void> {
  const { service, path } = scene;
  if ('pushes' in turn) return pushNext(scene, turn.by);
  if ('measures' in turn) return sendReports(scene, turn.by, turn.measures);
  if ('does' in turn) return change(scene, turn.by, turn.does);
  if ('resolves' in turn) {
    return service.call(turn.by, 'PUT', `${path}/discussions/${threadOf(scene, turn.resolves)}`, { resolved: true });
  }
  if ('answers' in turn) {
    return service.call(turn.by, 'POST', `${path}/discussions/${threadOf(scene, turn.answers)}/notes`, {
      body: turn.says,
    });
  }
  if ('comments' in turn) return service.call(turn.by, 'POST', `${path}/notes`, { body: turn.comments });
  const position = turn.on && (await positionOf(scene, turn.on));
  const body = { body: turn.says, ...(position && { position }) };
  const made = await service.call<{ id: string }>(turn.by, 'POST', `${path}/discussions`, body);
  if (turn.thread !== undefined) scene.threads.set(turn.thread, made.id);
  return undefined;
}

function threadOf(scene: Scene, name: string): string {
  const id = scene.threads.get(name);
  if (id === undefined) throw new Error(`${scene.story.branch}: there is no thread ${name}`);
  return id;
}

function roundOf(history: StoryHistory, index: number): Round {
  const round = history.rounds[index];
  if (!round) throw new Error('there is nothing more to push');
  return round;
}

/** Pushes the next state of the branch, and waits until the merge request has it. */
async function pushNext(scene: Scene, by: DemoUsername): Promise<void> {
  const { service, place, story, source } = scene;
  scene.round += 1;
  const { ref } = roundOf(scene.history, scene.round);
  await service.push(by, place.history.repo, source.fullPath, [`${ref}:refs/heads/${story.branch}`]);
  const sha = await readRef(place.history.repo, ref);
  await waitFor(`the push to ${story.branch}`, async () => {
    const current = await service.call<MergeRequest>(by, 'GET', scene.path);
    return current.sha === sha ? true : undefined;
  });
  await reportStatuses(scene);
}

async function change(scene: Scene, by: DemoUsername, does: 'merge' | 'close' | 'mark_ready'): Promise<void> {
  const { service, path, story } = scene;
  if (does === 'close') return service.call(by, 'PUT', path, { state_event: 'close' });
  if (does === 'mark_ready') return service.call(by, 'PUT', path, { draft: false });
  const ready = await waitFor(`the check of ${story.branch}`, async () => {
    const current = await service.call<MergeRequest>(by, 'GET', path);
    return UNSETTLED.has(current.detailed_merge_status) ? undefined : current;
  });
  return service.call(by, 'PUT', `${path}/merge`, { sha: ready.sha });
}

const CI_JOBS = ['build', 'lint', 'test'] as const;

/** As a CI system reports them: what is pushed again had failed before, and a draft is still being tested. */
async function reportStatuses({ service, story, history, source, place, round }: Scene): Promise<void> {
  const { ref } = roundOf(history, round);
  const sha = await readRef(place.history.repo, ref);
  const isLast = round === history.rounds.length - 1;
  const ofTest = !isLast ? 'failed' : story.isDraft ? 'running' : 'success';
  for (const name of CI_JOBS) {
    const state = name === 'test' ? ofTest : 'success';
    const job = {
      name,
      ref: story.branch,
      description: describe(name, state),
      ...(name === 'test' && { coverage: 87.5 }),
    };
    for (const each of state === 'running' ? ['running'] : ['running', state])
      await service.call(story.author, 'POST', `/projects/${source.projectId}/statuses/${sha}`, {
        ...job,
        state: each,
      });
  }
}

function describe(name: (typeof CI_JOBS)[number], state: string): string {
  if (state === 'running') return 'Running 214 tests';
  if (state === 'failed') return '3 of 214 tests failed';
  return { build: 'Built in release mode', lint: 'No problems found', test: '214 tests passed' }[name];
}

/** As a build does it that knows coverage and code quality. */
async function sendReports(scene: Scene, by: DemoUsername, { path, hits, findings }: Measured): Promise<void> {
  const { files, ref } = roundOf(scene.history, scene.round);
  const at = (text: string) => lineNumber(files, path, text);
  const covered = hits.map(([line, count]) => `<line number="${at(line)}" hits="${count}"/>`).join('');
  const sha = await readRef(scene.place.history.repo, ref);
  const reports = `/projects/${scene.place.projectId}/repository/commits/${sha}/reports`;
  await scene.service.send(
    by,
    `${reports}/coverage`,
    `<coverage><packages><package><classes><class filename="${path}"><lines>${covered}</lines></class></classes></package></packages></coverage>`,
  );
  const found = findings.map(({ line, severity, says }) => ({
    description: says,
    severity,
    fingerprint: `${path} ${line}`,
    location: { path, lines: { begin: at(line) } },
  }));
  await scene.service.send(by, `${reports}/codequality`, JSON.stringify(found));
}

/** Where a note stands: numbers of the line in the version that is newest now. */
async function positionOf(scene: Scene, on: LineLocator): Promise<object> {
  const { diff_refs: refs } = await waitFor(`the changes of ${scene.story.branch}`, async () => {
    const current = await scene.service.call<MergeRequest>(scene.story.author, 'GET', scene.path);
    return current.diff_refs ? current : undefined;
  });
  const isOld = on.side === 'old';
  const files = isOld ? scene.history.base : roundOf(scene.history, scene.round).files;
  const line = lineNumber(files, on.path, on.line);
  const place = { position_type: 'text', old_path: on.path, new_path: on.path };
  return { ...refs, ...place, ...(isOld ? { old_line: line } : { new_line: line }) };
}
