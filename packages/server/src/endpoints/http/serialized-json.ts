import { createHash } from 'node:crypto';
import type { Page } from '@tributary/contract/core/paging.ts';
import { compressed, type Encoding } from './compression.ts';

/** JSON as it is sent, with its ETag and what goes with it: it may have been made for an earlier request. */
export class SerializedJson {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For lists by page number: where this page is among the others, without its items. */
  readonly page: Page<never> | undefined;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(body: unknown, options: { headers?: Record<string, string>; page?: Page<unknown> } = {}) {
    this.bytes = Buffer.from(JSON.stringify(body));
    this.etag = etagOf(this.bytes);
    this.headers = options.headers ?? {};
    this.page = options.page && { ...options.page, items: [] };
  }

  /** As it travels: made for the first who takes it in this way, and kept with it. */
  packed(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding) ?? compressed(this.bytes, encoding);
    this.#packed.set(encoding, known);
    return known;
  }
}

/** Weak, because what is sent may be compressed in different ways. */
export function etagOf(text: string | Buffer): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`;
}
