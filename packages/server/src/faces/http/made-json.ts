import { createHash } from 'node:crypto';
import type { Page } from '@tributary/contract/core/paging.ts';

/** JSON as it is sent, with its ETag and what goes with it: it may have been made for an earlier request. */
export class MadeJson {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For lists by page number: where this page is among the others, without its items. */
  readonly page: Page<never> | undefined;

  constructor(body: unknown, options: { headers?: Record<string, string>; page?: Page<unknown> } = {}) {
    this.bytes = Buffer.from(JSON.stringify(body));
    this.etag = etagOf(this.bytes);
    this.headers = options.headers ?? {};
    this.page = options.page && { ...options.page, items: [] };
  }
}

/** Weak, because what is sent may be compressed in different ways. */
export function etagOf(text: string | Buffer): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`;
}
