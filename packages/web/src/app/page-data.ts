import type { PageData } from '@tributary/contract/page/page-data.ts';

export function isPageData(value: unknown): value is PageData {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string' && 'shell' in value
  );
}

/**
 * The page data that the server put into this document, and the address of the page's module. Missing data mean a broken
 * server: nothing can be shown.
 */
export function readEmbeddedPage(): { data: PageData; module: string | undefined } {
  const element = document.getElementById('page-data');
  const data: unknown = JSON.parse(element?.textContent ?? '');
  if (!isPageData(data)) throw new Error('The document holds no page data.');
  return { data, module: element?.dataset['module'] };
}
