import type { GraphqlBuilder } from '../../../faces/graphql/builder.ts';
import { addChangeMutations, addCreateMutations } from './mutations.ts';
import { addNotePayloads, addNoteTypes } from './note-objects.ts';

/** Notes and threads, and what can be done with them. */
export function extendWithDiscussions(builder: GraphqlBuilder): void {
  addNoteTypes(builder);
  addNotePayloads(builder);
  addCreateMutations(builder);
  addChangeMutations(builder);
}
