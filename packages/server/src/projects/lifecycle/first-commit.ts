import { runGit } from '@tributary/git';
import { findUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { protectDefaultBranch } from '../protection/index.ts';
import type { ProjectRow } from './project-store.ts';

/** A heading and the description, as a first commit by the project's creator. */
export async function writeReadme(ctx: Context, project: ProjectRow, directory: string, branch: string): Promise<void> {
  const creator = project.creator_id === null ? undefined : await findUser(ctx, project.creator_id);
  const name = (creator?.name ?? 'Tributary').replace(/[<>\n]/g, '');
  const host = new URL(ctx.config.url).hostname;
  const email = creator?.publicEmail ?? `${creator?.username ?? 'noreply'}@users.noreply.${host}`;
  const text = Buffer.from(
    `${[`# ${project.name}`, project.description].filter((part) => part !== '').join('\n\n')}\n`,
  );
  const seconds = Math.floor(ctx.clock.now().getTime() / 1_000);
  const head = [
    `commit refs/heads/${branch}`,
    `author ${name} <${email}> ${seconds} +0000`,
    `committer ${name} <${email}> ${seconds} +0000`,
    'data 14',
    'Initial commit',
    'M 100644 inline README.md',
    `data ${text.length}\n`,
  ].join('\n');
  const stdin = Buffer.concat([Buffer.from(head), text, Buffer.from('\ndone\n')]);
  await runGit(directory, ['fast-import', '--quiet', '--done'], { stdin });
  await protectDefaultBranch(ctx, project.id, branch);
}
