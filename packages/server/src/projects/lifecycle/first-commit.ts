import { commitActions, createBranch } from '@tributary/git';
import { findUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { runFirstBranch } from './project-hooks.ts';
import type { ProjectRow } from './project-store.ts';

/** A heading and the description, as a first commit by the project's creator. */
export async function writeReadme(ctx: Context, project: ProjectRow, directory: string, branch: string): Promise<void> {
  const creator = project.creator_id === null ? undefined : await findUser(ctx, project.creator_id);
  const host = new URL(ctx.config.url).hostname;
  const who = {
    name: creator?.name ?? 'Tributary',
    email: creator?.publicEmail ?? `${creator?.username ?? 'noreply'}@users.noreply.${host}`,
    date: ctx.clock.now(),
  };
  const text = [`# ${project.name}`, project.description].filter((part) => part !== '').join('\n\n');
  const { sha } = await commitActions(directory, {
    parentSha: null,
    actions: [{ action: 'create', path: 'README.md', content: Buffer.from(`${text}\n`) }],
    message: 'Initial commit',
    author: who,
    committer: who,
  });
  await createBranch(directory, branch, sha);
  await runFirstBranch(ctx, project.id, branch);
}
