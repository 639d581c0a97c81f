import type { PageData } from '@tributary/contract/page/page-data.ts';
import { PRELOAD_HEADER } from '@tributary/contract/page/preloaded-responses.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { cachePreloadedResponses } from '../lib/preloaded-responses.ts';
import { errorFromAnswer } from '../lib/app-error.ts';
import { readBody, sendRequest } from '../lib/http.ts';
import { isPageData } from './page-data.ts';
import { msSinceOpened } from '../lib/since-opened.ts';

export type FetchedPage = {
  page: PageData;
  /** Pathname + search of what was answered: another one than asked for after a redirect. */
  address: string;
  /** Of `msSinceOpened()`; what came along with the document was asked for at 0. */
  askedAt?: number;
};

/** The answer is no page of this application (a download, another program): the browser must load it itself. */
export class NotAPage extends Error {
  constructor(address: string) {
    super(`${address} is no page.`);
    this.name = 'NotAPage';
  }
}

function answeredAddress(response: Response, asked: string): string {
  if (!response.redirected) return asked;
  const url = new URL(response.url);
  if (!url.pathname.startsWith(`${shellPaths.page}/`)) throw new NotAPage(response.url);
  return url.pathname.slice(shellPaths.page.length) + url.search;
}

/**
 * Page data of an address (pathname + search). Every status that carries page data is a page (404 too); an error
 * without it is thrown as `AppError`. `takesAhead`: what a new view asks first is wanted along with it.
 */
export async function fetchPage(address: string, signal: AbortSignal, takesAhead = false): Promise<FetchedPage> {
  const askedAt = msSinceOpened();
  const headers = takesAhead ? { [PRELOAD_HEADER]: '1' } : {};
  const response = await sendRequest('GET', shellPaths.page + address, { signal, headers });
  const answered = answeredAddress(response, address);
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  if (!isJson && response.ok) throw new NotAPage(answered);
  const body = await readBody(response);
  if (isPageData(body)) {
    const { ahead, ...page } = body;
    if (takesAhead) cachePreloadedResponses(ahead);
    return { page: { ...page, status: response.status }, address: answered, askedAt };
  }
  throw errorFromAnswer(response.status, body);
}
