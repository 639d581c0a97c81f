import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { listedNoteable, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { projectOf } from '../../projects/index.ts';
import { getVisibleCommit } from '../../repositories/index.ts';
import { defineTodoTarget } from './todo-targets.ts';

const SHORT_SHA = 8;

/** Of one that no branch holds any more only what it was called is left. */
async function wordsOf(ctx: Context, { place, title }: Noteable, sha: string) {
  try {
    const { subject, message, author } = await getVisibleCommit(ctx, projectOf(place), sha);
    return { title: subject, message, author_name: author.name, author_email: author.email };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    return { title, message: null, author_name: null, author_email: null };
  }
}

export const notificationsCommitTodo: Extensions = [
  defineTodoTarget('Commit', async (ctx, id) => {
    const noteable = await listedNoteable(ctx, 'Commit', id);
    if (!noteable) return undefined;
    const sha = noteable.commitSha ?? '';
    return {
      id: sha,
      short_id: sha.slice(0, SHORT_SHA),
      ...(await wordsOf(ctx, noteable, sha)),
      web_url: `${ctx.config.url}${repositoryPaths.commit(noteable.place.fullPath, sha)}`,
    };
  }),
];
