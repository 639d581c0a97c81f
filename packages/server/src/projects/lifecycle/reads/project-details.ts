import { isEmptyRepository, readTree, repositorySize, countCommits } from '@tributary/git';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { rolesApart, setEmptiness } from '../project-store.ts';
import type { ProjectView } from './project-views.ts';

/** What only the page of one project says, because git has to be asked. */
export type ProjectDetails = {
  isEmpty: boolean;
  /** Name of the README in the root of the default branch, for those who may read code. */
  readmeName: string | null;
  /** The actor's roles by where they come from; null when nobody is signed in. */
  roles: { project: number; group: number } | null;
};

export type ProjectStatistics = { commitCount: number; repositorySizeBytes: number };

const README = /^readme(?:\.(?:md|markdown|txt|rst|adoc|org))?$/i;

export async function projectDetails(ctx: Context, view: ProjectView): Promise<ProjectDetails> {
  const { project } = view;
  const directory = ctx.repositories.directory(project.id);
  const isReady = project.repository_state === 'ready';
  const isEmpty = isReady ? await isEmptyRepository(directory) : true;
  if (isReady && isEmpty !== project.is_empty) await setEmptiness(ctx.db, project.id, isEmpty);
  const id = actorId(ctx.actor);
  return {
    isEmpty,
    readmeName: isEmpty || !view.can.readCode ? null : await findReadme(directory),
    roles: id === undefined ? null : await rolesApart(ctx.db, id, project.id, todayOf(ctx)),
  };
}

async function findReadme(directory: string): Promise<string | null> {
  const entries = await readTree(directory, 'HEAD').catch(() => []);
  const names = entries.filter((entry) => entry.type === 'blob' && README.test(entry.name)).map((entry) => entry.name);
  return names.find((name) => /\.md$/i.test(name)) ?? names[0] ?? null;
}

/** Sizes and counts, for reporters and up; asks git. */
export async function projectStatistics(ctx: Context, view: ProjectView): Promise<ProjectStatistics> {
  const { project } = view;
  if (project.repository_state !== 'ready') return { commitCount: 0, repositorySizeBytes: 0 };
  const directory = ctx.repositories.directory(project.id);
  const isEmpty = await isEmptyRepository(directory);
  return {
    commitCount: isEmpty ? 0 : await countCommits(directory, { rev: 'HEAD' }).catch(() => 0),
    repositorySizeBytes: await repositorySize(directory),
  };
}
