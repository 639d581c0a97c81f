import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import type { NoteSuggestion } from '../../noteable.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    DiffLine: PageDiffLine;
    Suggestion: NoteSuggestion;
    SuggestionConnection: { nodes: NoteSuggestion[] };
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('DiffLine', {
    description: 'One line of a diff.',
    fields: (t) => ({
      lineCode: t.string({ nullable: true, resolve: (line) => line.line_code }),
      type: t.string({ nullable: true, description: 'Null for unchanged lines.', resolve: (line) => line.type }),
      oldLine: t.int({ nullable: true, resolve: (line) => line.old_line }),
      newLine: t.int({ nullable: true, resolve: (line) => line.new_line }),
      text: t.exposeString('text', { nullable: false }),
      richText: t.string({
        nullable: true,
        description: 'Escaped HTML with syntax highlighting classes.',
        resolve: (line) => line.rich_text,
      }),
    }),
  });
  builder.objectType('Suggestion', {
    description: 'Suggested replacement for the commented lines.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Suggestion', id) }),
      filePath: t.string({ nullable: false, resolve: (each) => each.file_path }),
      fromLine: t.int({ nullable: false, resolve: (each) => each.from_line }),
      toLine: t.int({ nullable: false, resolve: (each) => each.to_line }),
      fromContent: t.string({ nullable: false, resolve: (each) => each.from_content }),
      toContent: t.string({ nullable: false, resolve: (each) => each.to_content }),
      applied: t.exposeBoolean('applied', { nullable: false }),
      appliable: t.exposeBoolean('appliable', { nullable: false }),
      inapplicableReason: t.string({ nullable: true, resolve: (each) => each.inapplicable_reason }),
      diffLines: t.field({ type: ['DiffLine'], nullable: false, resolve: (each) => each.diff_lines }),
    }),
  });
  builder.objectType('SuggestionConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['Suggestion'], resolve: ({ nodes }) => nodes }) }),
  });
}

/** What notes on lines propose, and the lines that a thread was begun on. */
export function addDiffFields(builder: GraphqlBuilder): void {
  addTypes(builder);
  builder.objectField('Note', 'suggestions', (t) =>
    t.field({ type: 'SuggestionConnection', nullable: true, resolve: (view) => ({ nodes: view.suggestions }) }),
  );
  builder.objectField('Discussion', 'commitId', (t) =>
    t.string({
      nullable: true,
      description: 'The commit that was viewed when the thread was started, or the commit the thread is about.',
      resolve: ({ row }) => row.commit_id,
    }),
  );
  builder.objectField('Discussion', 'truncatedDiffLines', (t) =>
    t.field({
      type: ['DiffLine'],
      nullable: true,
      description:
        'The commented line and some lines above it, at the time of the comment. Null for threads that are not on a line.',
      resolve: ({ row }) => row.snapshot,
    }),
  );
}
