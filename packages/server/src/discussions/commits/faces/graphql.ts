import type { GraphqlBuilder } from '../../../faces/graphql/builder.ts';
import { inOneGo } from '../../../faces/graphql/in-one-go.ts';
import {
  getVisibleCommit,
  type GraphqlCommit,
  projectOf,
  subjectOf,
  toGraphqlCommit,
} from '../../../projects/index.ts';
import { addThreadFields } from '../../faces/graphql/noteable-lists.ts';
import { defineNoteableType } from '../../faces/graphql/noteable-type.ts';
import type { Noteable } from '../../noteable.ts';
import { commitsTalkedAbout } from '../commits-talked-about.ts';

const talkedAbout = inOneGo<GraphqlCommit, Noteable | undefined>((ctx, commits) =>
  commitsTalkedAbout(
    ctx,
    commits.map(({ projectId, sha, message }) => ({ projectId, sha, subject: subjectOf(message) })),
  ),
);

/** What is said about commits, wherever they are shown. */
export function addCommitTalk(builder: GraphqlBuilder): void {
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
