import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { momentOf } from '../reads/commit-moments.ts';
import type { CommitFacts } from '../reads/commit-facts.ts';
import { commitKey } from '../rules/commit-key.ts';

/** A commit of a project, which was found to be for its reader wherever it was read. */
export type GraphqlCommit = {
  sha: string;
  message: string;
  authorName: string;
  authorEmail: string;
  authoredDate: Date;
  committerName: string;
  committerEmail: string;
  committedDate: Date;
  projectId: number;
  projectPath: string;
};

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Commit: GraphqlCommit;
  }
}

const SHORT_SHA = 8;

export function subjectOf(message: string): string {
  const [first = ''] = message.trimStart().split('\n');
  return first.trim();
}

export function toGraphqlCommit({ project }: ProjectAccess, commit: CommitFacts): GraphqlCommit {
  const { author, committer } = commit;
  return {
    sha: commit.sha,
    message: commit.message,
    authorName: author.name,
    authorEmail: author.email,
    authoredDate: momentOf(author),
    committerName: committer.name,
    committerEmail: committer.email,
    committedDate: momentOf(committer),
    projectId: project.id,
    projectPath: project.full_path,
  };
}

const authorOf = inOneGo<string, UserView | null>(async (ctx, emails) => {
  const users = await mapUsersByConfirmedEmail(ctx, emails);
  return emails.map((email) => users.get(email.toLowerCase()) ?? null);
});

/** Commits, wherever they were read from. */
export function addCommitType(builder: GraphqlBuilder): void {
  builder.objectType('Commit', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (commit) => toGlobalId('Commit', commitKey(commit.projectId, commit.sha)) }),
      sha: t.exposeString('sha', { nullable: false }),
      shortId: t.string({ nullable: false, resolve: ({ sha }) => sha.slice(0, SHORT_SHA) }),
      title: t.string({ nullable: true, resolve: ({ message }) => subjectOf(message) }),
      fullTitle: t.string({ nullable: true, resolve: ({ message }) => subjectOf(message) }),
      author: t.field({
        type: 'User',
        nullable: true,
        description: 'The user with the confirmed email address of the author.',
        resolve: ({ authorEmail }, _args, { ctx }) => authorOf(ctx, authorEmail),
      }),
      message: t.exposeString('message', { nullable: true }),
      description: t.string({
        nullable: true,
        resolve: ({ message }) => message.trimStart().split('\n').slice(1).join('\n').trim(),
      }),
      authorName: t.exposeString('authorName', { nullable: true }),
      authorEmail: t.exposeString('authorEmail', { nullable: true }),
      authoredDate: t.field({ type: 'Time', nullable: true, resolve: ({ authoredDate }) => authoredDate }),
      committerName: t.exposeString('committerName', { nullable: true }),
      committerEmail: t.exposeString('committerEmail', { nullable: true }),
      committedDate: t.field({ type: 'Time', nullable: true, resolve: ({ committedDate }) => committedDate }),
      webPath: t.string({
        nullable: false,
        resolve: ({ sha, projectPath }) => repositoryPaths.commit(projectPath, sha),
      }),
      webUrl: t.string({
        nullable: false,
        resolve: ({ sha, projectPath }, _args, { ctx }) =>
          `${ctx.config.url}${repositoryPaths.commit(projectPath, sha)}`,
      }),
    }),
  });
}
