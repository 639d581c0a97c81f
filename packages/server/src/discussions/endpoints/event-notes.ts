import type { Extensions } from '../../platform/extensions.ts';
import { defineEventNotes } from '../../projects/index.ts';
import { readableNotes } from '../reads/readable-notes.ts';
import { toRestNote } from '../render/to-rest.ts';

export const discussionsEventNotes: Extensions = [
  defineEventNotes(async (ctx, ids) => {
    const views = await readableNotes(ctx, ids);
    return new Map(views.map((view) => [view.row.id, toRestNote(view, ctx.config.url)]));
  }),
];
