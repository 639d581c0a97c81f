import type { Extensions } from '../../platform/extensions.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import { defineSearchScope } from '../../projects/index.ts';
import type { NoteView } from '../reads/note-views.ts';
import { findNotesByText } from '../reads/find-notes.ts';
import { toRestNote } from '../render/to-rest.ts';
import { notePaths } from '../rules/paths.ts';

const EXCERPT_CHARS = 200;

export const discussionsSearchScope: Extensions = [
  defineSearchScope<NoteView>({
    key: 'notes',
    label: 'Comments',
    order: 50,
    where: 'in_project',
    search: async (ctx, request) =>
      request.project
        ? findNotesByText(ctx, request.project, request.query, request)
        : pageOf<NoteView>([], request, 0),
    toItem: (_ctx, { row, noteable, author }) => ({
      id: String(row.id),
      title: noteable.title,
      href: notePaths(noteable, row.id).anchor,
      icon: 'comment',
      reference: noteable.reference,
      excerpt: row.body.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_CHARS),
      facts: row.is_internal ? ['Internal'] : [],
      person: author && {
        id: author.id,
        username: author.username,
        name: author.name,
        avatarUrl: author.avatarUrl,
        href: `/${author.username}`,
      },
      avatarUrl: null,
      at: row.created_at.toISOString(),
    }),
    toRest: (ctx, note) => toRestNote(note, ctx.config.url),
  }),
];
