import module from 'node:module';
import path from 'node:path';
import { resolveQuickly } from './quick-resolution.ts';

// Compiled code is kept from one start to the next, which halves the start and its memory. It is kept in the checkout,
// where nobody else can write, not in the shared folder for temporary files that Node would take. `npm start` has asked
// for it already; this is for who runs this file alone.
module.enableCompileCache(path.resolve(import.meta.dirname, '../../../../.cache/compiled'));
resolveQuickly();

const { runService } = await import('./run-service.ts');
await runService();
