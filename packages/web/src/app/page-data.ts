import type { PageData } from '@tributary/contract/page/page-data.ts';

export function isPageData(value: unknown): value is PageData {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string' && 'shell' in value
  );
}

/** The page data that the server put into this document. Missing means a broken server: nothing can be shown. */
export function readEmbeddedPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent ?? '';
  const parsed: unknown = JSON.parse(text);
  if (!isPageData(parsed)) throw new Error('The document holds no page data.');
  return parsed;
}
