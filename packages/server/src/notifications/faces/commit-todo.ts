import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { noteableById } from '../../discussions/index.ts';
import { getVisibleCommit, projectOf } from '../../projects/index.ts';
import { defineTodoTarget } from './todo-targets.ts';

const SHORT_SHA = 8;

defineTodoTarget('Commit', async (ctx, id) => {
  const noteable = await noteableById(ctx, 'Commit', id);
  if (!noteable) return undefined;
  const { sha, subject, message, author } = await getVisibleCommit(
    ctx,
    projectOf(noteable.place),
    noteable.commitSha ?? '',
  );
  return {
    id: sha,
    short_id: sha.slice(0, SHORT_SHA),
    title: subject,
    message,
    author_name: author.name,
    author_email: author.email,
    web_url: `${ctx.config.url}${repositoryPaths.commit(noteable.place.fullPath, sha)}`,
  };
});
