// Most tests have no page; loading what only a page needs would take longer than they do.
if (typeof window !== 'undefined') await import('./setup-page.ts');
