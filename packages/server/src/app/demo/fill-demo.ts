import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { addUser, createTokenFor, findUserByUsername } from '../../accounts/index.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { type Context, contextFor, type Platform } from '../../platform/context.ts';
import { getNamespaceAccess } from '../../projects/index.ts';
import { createDemoService, type DemoService } from './demo-service.ts';
import { adoptHistory, buildHistory, DEFAULT_BRANCH, type ProjectHistory } from './history/build-history.ts';
import { dateRows } from './date-rows.ts';
import { LABELS, MILESTONE } from './labels.ts';
import { USERS, type DemoUsername } from './users.ts';
import type { DemoProject } from './projects/demo-project.ts';
import { httpKit } from './projects/http-kit.ts';
import { logging } from './projects/logging.ts';
import { markdown } from './projects/markdown.ts';
import { tributary } from './projects/tributary.ts';
import type { IssueStory } from './issue-story.ts';
import type { Story } from './story.ts';
import { createStoryClock, type StoryClock } from './story-clock.ts';
import { createDemoComponents } from './ci/create-demo-components.ts';
import { createDemoPipelines } from './ci/create-demo-pipelines.ts';
import { WEBSITE } from './ci/website.ts';
import { createDemoReleases } from './create-demo-releases.ts';
import { createDemoStack } from './create-demo-stack.ts';
import { createDemoEnvironments } from './create-demo-environments.ts';
import { createDemoIssue } from './create-demo-issue.ts';
import { type CreatedDemoProject, createDemoMergeRequest } from './create-demo-merge-request.ts';

export const GROUP = { path: 'delta', name: 'Delta', description: 'Shared libraries used by every team.' };

const CHECKOUT = path.resolve(import.meta.dirname, '../../../../..');
const DAY_MS = 86_400_000;
const OPENED_AFTER_MS = 35 * 60_000;
/** Before the first merge request of any story. */
const FIRST_DAY = 13;

export type DemoTarget = {
  platform: Platform;
  server: FastifyInstance;
  /** Where the server listens, for git. */
  origin: string;
  say(line: string): void;
};

type Work = { title: string; run: () => Promise<void> };

/**
 * Fills a group with users, projects, issues and merge requests, all by the interfaces that users use. Does nothing where the group
 * exists already, and nothing where one of its users' names belongs to someone. Jobs must run in some process.
 */
export async function fillDemo(target: DemoTarget): Promise<void> {
  const { platform, say } = target;
  const ctx = contextFor(platform, SYSTEM, { id: 'demo' });
  const passwordFile = path.join(platform.config.dataDir, 'demo-password');
  if (await hasGroup(ctx)) {
    say(`\nThe demo already exists: ${platform.config.url}/${GROUP.path}`);
    if (existsSync(passwordFile)) sayPassword(say, (await readFile(passwordFile, 'utf8')).trim(), passwordFile);
    return;
  }
  const taken = await takenNames(ctx);
  if (taken.length > 0) {
    say(`\nThe demo was skipped. Some of its usernames are already taken (${taken.join(', ')}).`);
    return;
  }
  const startedAt = Date.now();
  const password = randomBytes(9).toString('base64url');
  const scratchDir = await mkdtemp(path.join(tmpdir(), 'tributary-demo-'));
  say('\nCreating the demo:');
  const present = platform.clock.now();
  const clock = createStoryClock(new Date(present.getTime() - FIRST_DAY * DAY_MS), present);
  try {
    await fill({ ...target, ctx, clock, present, password, scratchDir });
  } finally {
    await rm(scratchDir, { recursive: true, force: true });
  }
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  say(`\nThe demo is ready after ${seconds} s: ${platform.config.url}/${GROUP.path}`);
  sayPassword(say, password, passwordFile);
}

async function hasGroup(ctx: Context): Promise<boolean> {
  try {
    await getNamespaceAccess(ctx, GROUP.path);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return false;
    throw error;
  }
}

function sayPassword(say: (line: string) => void, password: string, file: string): void {
  const names = USERS.map(({ username }) => username);
  say(`  sign in as  ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
  say(`  password    ${password}   (also in ${file})`);
}

async function takenNames(ctx: Context): Promise<string[]> {
  const found = await Promise.all(USERS.map(({ username }) => findUserByUsername(ctx, username)));
  return found.flatMap((user) => (user ? [user.username] : []));
}

type Filling = DemoTarget & { ctx: Context; clock: StoryClock; present: Date; password: string; scratchDir: string };
type Made = { userIds: Map<DemoUsername, number>; service: DemoService; groupId: number; milestoneId: number };

async function fill(filling: Filling): Promise<void> {
  const now = filling.present;
  const made: Made = {
    userIds: new Map(),
    service: createDemoService(filling.server, filling.origin, new Map()),
    groupId: 0,
    milestoneId: 0,
  };
  // All before anything is made: what cannot be built must not leave half a demo.
  const histories = await buildHistories(filling.scratchDir, now);
  const works: Work[] = [
    { title: `Users: ${USERS.map(({ name }) => name).join(', ')}`, run: () => makePeople(filling, made) },
    { title: `Group ${GROUP.name} with labels and milestone`, run: () => makeGroup(filling, made) },
    ...histories.flatMap(({ project, history }) => projectWorks(filling, made, project, history)),
  ];
  works.push({
    title: `Project ${WEBSITE.name} with pipelines`,
    run: () => createDemoPipelines(filling.server, made.service, { ...filling, groupId: made.groupId }),
  });
  works.push({
    title: 'Project CI components for the CI/CD catalog',
    run: () => createDemoComponents(made.service, { ...filling, groupId: made.groupId }),
  });
  works.push({ title: 'Revoking tokens', run: () => revokeTokens(made.service) });
  works.push({ title: 'Setting dates', run: () => dateRows(filling.ctx, filling.clock.shifts()) });
  await perform(works, filling.say);
}

type BuiltProject = { project: DemoProject; history: ProjectHistory };

async function buildHistories(scratchDir: string, now: Date): Promise<BuiltProject[]> {
  const own = await adoptHistory(tributary, CHECKOUT, scratchDir, now);
  const built: BuiltProject[] = own ? [{ project: tributary, history: own }] : [];
  for (const project of own ? [httpKit, logging] : [markdown, httpKit, logging]) {
    built.push({ project, history: await buildHistory(project, scratchDir, now) });
  }
  return built;
}

function projectWorks(filling: Filling, made: Made, project: DemoProject, history: ProjectHistory): Work[] {
  let place: CreatedDemoProject | undefined;
  const begin = async () => {
    place = await makeProject(filling, made, project, history);
  };
  const tell = async ({ story, start }: Begin) => {
    if (place) await createDemoMergeRequest(made.service, place, story, start);
  };
  const tellOf = async (issue: IssueStory) => {
    if (place) await createDemoIssue(made.service, place, issue, filling.present);
  };
  const deploy = async () => {
    if (place && project.environments) await createDemoEnvironments(made.service, place, project.environments);
  };
  const release = async () => {
    if (place) await createDemoReleases(made.service, place);
  };
  const rule = async () => {
    for (const { name, required, users } of project.approvalRules ?? []) {
      const body = { name, approvals_required: required, usernames: users };
      if (place) await made.service.call('ann', 'POST', `/projects/${place.projectId}/approval_rules`, body);
    }
  };
  const stack = async () => {
    if (place && project.stack) await createDemoStack(made.service, place, project.stack, filling.present);
  };
  return [
    { title: `Project ${project.name} with history`, run: begin },
    { title: `Releases of ${project.name}`, run: release },
    ...project.issues.map((issue) => ({ title: `Issue: ${issue.title}`, run: () => tellOf(issue) })),
    ...inOrderOfTime(project, history).map((begin) => ({
      title: `Merge request: ${begin.story.title}`,
      run: () => tell(begin),
    })),
    ...(project.stack ? [{ title: `Stack and status checks of ${project.name}`, run: stack }] : []),
    ...(project.environments ? [{ title: `Environments of ${project.name}`, run: deploy }] : []),
    ...(project.approvalRules ? [{ title: `Approval rules of ${project.name}`, run: rule }] : []),
  ];
}

type Begin = { story: Story; start: Date };

/** Numbers of merge requests rise with time: each is opened a while after its first push and after the one before. */
function inOrderOfTime(project: DemoProject, history: ProjectHistory): Begin[] {
  const pushOf = (story: Story) => history.stories.get(story)?.rounds[0]?.at.getTime() ?? 0;
  let last = 0;
  return [...project.stories]
    .sort((one, other) => pushOf(one) - pushOf(other))
    .map((story) => {
      last = Math.max(pushOf(story), last) + OPENED_AFTER_MS;
      return { story, start: new Date(last) };
    });
}

async function perform(works: readonly Work[], say: (line: string) => void): Promise<void> {
  const width = String(works.length).length;
  for (const [index, work] of works.entries()) {
    say(`  [${String(index + 1).padStart(width)}/${works.length}] ${work.title}`);
    await work.run();
  }
}

/** Makes the accounts, and for each a token that lives until the demo is filled. */
async function makePeople({ ctx, password, server, origin }: Filling, made: Made): Promise<void> {
  const tokens = new Map<DemoUsername, string>();
  for (const { username, name, email, profile } of USERS) {
    const user = await addUser(ctx, { username, name, email, password, isConfirmed: true, profile });
    const { token } = await createTokenFor(ctx, { userId: user.id, name: 'Creating the demo', scopes: ['api'] });
    made.userIds.set(username, user.id);
    tokens.set(username, token);
  }
  made.service = createDemoService(server, origin, tokens);
}

async function makeGroup({ ctx, present }: Filling, made: Made): Promise<void> {
  const { service } = made;
  const group = await service.call<{ id: number }>('ann', 'POST', '/groups', { ...GROUP, visibility: 'public' });
  made.groupId = group.id;
  for (const { username, accessLevel } of USERS) {
    if (username === 'ann') continue;
    const body = { user_id: made.userIds.get(username), access_level: accessLevel };
    await service.call('ann', 'POST', `/groups/${group.id}/members`, body);
  }
  // Who started the service finds something at home.
  const root = await findUserByUsername(ctx, 'root');
  if (root) await service.call('ann', 'POST', `/groups/${group.id}/members`, { user_id: root.id, access_level: 50 });
  for (const label of LABELS) await service.call('ann', 'POST', `/groups/${group.id}/labels`, label);
  const stable = { name: 'stable-*', push_access_level: 0, merge_access_level: 40 };
  await service.call('ann', 'POST', `/groups/${group.id}/protected_branches`, stable);
  await service.call('ann', 'POST', `/groups/${group.id}/badges`, {
    name: 'Pipeline',
    link_url: `${ctx.config.url}/%{project_path}/-/pipelines`,
    image_url: `${ctx.config.url}/%{project_path}/badges/%{default_branch}/pipeline.svg`,
  });
  const day = (days: number) => new Date(present.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const { startsDaysAgo, dueInDays, ...milestone } = MILESTONE;
  const dates = { start_date: day(-startsDaysAgo), due_date: day(dueInDays) };
  const body = { ...milestone, ...dates };
  made.milestoneId = (await service.call<{ id: number }>('ann', 'POST', `/groups/${group.id}/milestones`, body)).id;
}

async function makeProject(
  { clock }: Filling,
  made: Made,
  project: DemoProject,
  history: ProjectHistory,
): Promise<CreatedDemoProject> {
  const { service, userIds, milestoneId } = made;
  const fullPath = `${GROUP.path}/${project.path}`;
  const { id } = await service.call<{ id: number }>('ann', 'POST', '/projects', {
    name: project.name,
    path: project.path,
    namespace_id: made.groupId,
    description: project.description,
    topics: project.topics,
    visibility: project.visibility,
    default_branch: DEFAULT_BRANCH,
  });
  const branch = `refs/heads/${DEFAULT_BRANCH}`;
  await service.push('ann', history.repo, fullPath, [`${branch}:${branch}`, 'refs/tags/*:refs/tags/*']);
  for (const name of project.stars) await service.call(name, 'POST', `/projects/${id}/star`);
  return { projectId: id, fullPath, history, milestoneId, userIds, clock };
}

async function revokeTokens(service: DemoService): Promise<void> {
  for (const { username } of USERS) await service.call(username, 'DELETE', '/personal_access_tokens/self');
}
