import { contributeInstanceStatistics } from '../accounts/index.ts';
import { countAllNotes } from './store/notes.ts';

contributeInstanceStatistics(async (ctx) => ({ notes: await countAllNotes(ctx.db) }));
