import type { GraphqlBuilder } from '../../../faces/graphql/builder.ts';
import { addAwards } from '../../awards/faces/graphql.ts';
import { addChangeMutations, addCreateMutations } from './mutations.ts';
import { addNotePayloads, addNoteTypes } from './note-objects.ts';

/** Notes and threads, and what can be done with them. */
export function extendWithDiscussions(builder: GraphqlBuilder): void {
  addNoteTypes(builder);
  addNotePayloads(builder);
  addAwards(builder);
  addCreateMutations(builder);
  addChangeMutations(builder);
}
