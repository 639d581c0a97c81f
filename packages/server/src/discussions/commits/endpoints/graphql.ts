import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import { projectOf } from '../../../projects/index.ts';
import { getVisibleCommit, type GraphqlCommit, subjectOf, toGraphqlCommit } from '../../../repositories/index.ts';
import { addThreadFields } from '../../endpoints/graphql/noteable-lists.ts';
import { defineNoteableType } from '../../endpoints/graphql/noteable-type.ts';
import type { Noteable } from '../../noteable.ts';
import { commentedCommits } from '../commented-commits.ts';

const talkedAbout = inOneGo<GraphqlCommit, Noteable | undefined>((ctx, commits) =>
  commentedCommits(
    ctx,
    commits.map(({ projectId, sha, message }) => ({ projectId, sha, subject: subjectOf(message) })),
  ),
);

/** What is said about commits, wherever they are shown. */
export function addCommitDiscussionFields(builder: GraphqlBuilder): void {
  defineNoteableType(
    'Commit',
    async (ctx, _id, { place, commitSha }) => {
      const access = projectOf(place);
      return toGraphqlCommit(access, await getVisibleCommit(ctx, access, commitSha ?? ''));
    },
    { isIssuable: false },
  );
  addThreadFields(builder, 'Commit', talkedAbout);
}
