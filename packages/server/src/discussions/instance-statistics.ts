import type { Extensions } from '../platform/extensions.ts';
import { contributeInstanceStatistics } from '../accounts/index.ts';
import { countAllNotes } from './store/notes.ts';

export const discussionsInstanceStatistics: Extensions = [
  contributeInstanceStatistics(async (ctx) => ({ notes: await countAllNotes(ctx.db) })),
];
