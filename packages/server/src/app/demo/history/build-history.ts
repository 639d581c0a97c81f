import { existsSync } from 'node:fs';
import path from 'node:path';
import { GitError, initRepository, runGit } from '@tributary/git';
import { getDemoUser } from '../users.ts';
import type { DemoProject, Step } from '../projects/demo-project.ts';
import type { Story } from '../story.ts';
import { commitStream, type StreamedCommit, type StreamedTag } from './commit-stream.ts';
import { applyChange, type FileChange, type Files } from './files.ts';
import { packageDealer, type PackageStep } from './package-history.ts';

export const DEFAULT_BRANCH = 'main';
const MAIN = `refs/heads/${DEFAULT_BRANCH}`;
const DAY_MS = 86_400_000;
const WORK_STARTS_HOUR = 9;

/** One pushed state of a branch: the ref in the scratch repository that has it, and its files. */
/** `at` is the time of its last commit. */
export type Round = { ref: string; files: Files; at: Date };

export type StoryHistory = { base: Files; rounds: readonly Round[] };

/** A repository in a scratch folder that holds everything that will be pushed, and what is in it. */
export type ProjectHistory = { repo: string; stories: ReadonlyMap<Story, StoryHistory> };

/** Times of commits: on the day that was said, in office hours, and each after the one before. */
function createTimes(now: Date): (daysAgo: number) => Date {
  let last = 0;
  return (daysAgo) => {
    const day = new Date(now.getTime() - daysAgo * DAY_MS);
    day.setUTCHours(WORK_STARTS_HOUR, 12, 0, 0);
    last = Math.max(day.getTime(), last + 23 * 60_000);
    return new Date(Math.min(last, now.getTime()));
  };
}

type Deal = (take: PackageStep['take']) => FileChange[];

function mainEntries(
  steps: readonly Step[],
  deal: Deal,
  now: Date,
): { entries: (StreamedCommit | StreamedTag)[]; files: Files } {
  const timeOf = createTimes(now);
  const entries: (StreamedCommit | StreamedTag)[] = [];
  let files: Files = new Map();
  for (const step of steps) {
    const by = getDemoUser(step.by);
    const at = timeOf(step.daysAgo);
    const taken = 'take' in step ? deal(step.take) : undefined;
    const applied = 'edits' in step ? applyChange(files, step) : undefined;
    const changes = applied?.changes ?? taken ?? [];
    files =
      applied?.files ??
      new Map([...files, ...changes.map(({ path, content }) => [path, content] as const)].filter(hasContent));
    entries.push({ ref: MAIN, by, at, message: step.message, changes });
    if (step.release) entries.push({ tag: step.release.name, from: MAIN, by, at, message: step.release.message });
  }
  return { entries, files };
}

function hasContent(entry: readonly [string, Buffer | null]): entry is [string, Buffer] {
  return entry[1] !== null;
}

function storyEntries(
  story: Story,
  base: Files,
  start: string,
  now: Date,
): { entries: StreamedCommit[]; history: StoryHistory } {
  const timeOf = createTimes(now);
  const entries: StreamedCommit[] = [];
  const rounds: Round[] = [];
  let files = base;
  for (const [index, changes] of story.rounds.entries()) {
    const ref = `refs/stage/${story.branch}/${index + 1}`;
    for (const [position, change] of changes.entries()) {
      const applied = applyChange(files, change);
      files = applied.files;
      const startFrom = position > 0 ? undefined : index === 0 ? start : rounds[index - 1]?.ref;
      const by = getDemoUser(change.by ?? story.author);
      entries.push({
        ref,
        startFrom,
        by,
        at: timeOf(change.daysAgo),
        message: change.message,
        changes: applied.changes,
      });
    }
    rounds.push({ ref, files, at: entries.at(-1)?.at ?? now });
  }
  return { entries, history: { base, rounds } };
}

async function importEntries(repo: string, entries: readonly (StreamedCommit | StreamedTag)[]): Promise<void> {
  await runGit(repo, ['fast-import', '--quiet', '--done'], { stdin: commitStream(entries), timeoutMs: 60_000 });
}

/** Makes the default branch from its steps, and beside it every state of the branches of its stories. */
export async function buildHistory(project: DemoProject, scratchDir: string, now: Date): Promise<ProjectHistory> {
  const repo = path.join(scratchDir, `${project.path}.git`);
  await initRepository(repo, { defaultBranch: DEFAULT_BRANCH });
  const main = mainEntries(project.steps, await packageDealer(project.packages), now);
  const told = project.stories.map((story) => ({ story, ...storyEntries(story, main.files, MAIN, now) }));
  await importEntries(repo, [...main.entries, ...told.flatMap(({ entries }) => entries)]);
  return { repo, stories: new Map(told.map(({ story, history }) => [story, history])) };
}

/**
 * The same on top of the history that the folder of this product has; undefined where it has none that can be taken: an
 * unpacked archive, a shallow clone, or one that belongs to someone else.
 */
export async function adoptHistory(
  project: DemoProject,
  checkout: string,
  scratchDir: string,
  now: Date,
): Promise<ProjectHistory | undefined> {
  if (!existsSync(path.join(checkout, '.git')) || existsSync(path.join(checkout, '.git', 'shallow'))) return undefined;
  const repo = path.join(scratchDir, `${project.path}.git`);
  await initRepository(repo, { defaultBranch: DEFAULT_BRANCH });
  const fetched = await fetchHead(repo, checkout);
  if (!fetched) return undefined;
  const told = project.stories.map((story) => ({ story, ...storyEntries(story, new Map(), `${MAIN}^0`, now) }));
  await importEntries(
    repo,
    told.flatMap(({ entries }) => entries),
  );
  return { repo, stories: new Map(told.map(({ story, history }) => [story, history])) };
}

async function fetchHead(repo: string, checkout: string): Promise<boolean> {
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--update-head-ok'];
  try {
    await runGit(repo, args, {
      revs: [checkout, `+HEAD:${MAIN}`],
      env: { GIT_ALLOW_PROTOCOL: 'file' },
      config: [
        ['protocol.file.allow', 'always'],
        ['safe.directory', checkout],
      ],
      timeoutMs: 60_000,
    });
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}
