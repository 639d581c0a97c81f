import module from 'node:module';
import path from 'node:path';

// Compiled code is kept from one start to the next, which halves the start and its memory. It is kept in the checkout,
// where nobody else can write, not in the shared folder for temporary files that Node would take.
module.enableCompileCache(path.resolve(import.meta.dirname, '../../../../.cache/compiled'));

const { runService } = await import('./run-service.ts');
await runService();
