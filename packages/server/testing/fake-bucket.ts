import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One S3 bucket in memory, with what the product asks of it; credentials are not looked at. */
export class FakeBucket {
  readonly objects = new Map<string, { body: Buffer; at: Date }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<FakeBucket> {
    const bucket = new FakeBucket();
    await new Promise<void>((resolve) => bucket.#server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  /** As STORAGE_URL names it. */
  url(prefix = ''): string {
    const { port } = this.#server.address() as AddressInfo;
    return `s3://files/${prefix}?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;
  }

  keys(prefix = ''): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(url.pathname.replace(/^\/files\/?/, ''));
    const found = this.objects.get(key);
    if (request.method === 'PUT') this.objects.set(key, { body: Buffer.concat(parts), at: new Date() });
    else if (request.method === 'DELETE') this.objects.delete(key);
    else if (key === '') {
      response.setHeader('content-type', 'application/xml');
      return void response.end(this.#listing(url.searchParams));
    } else if (found) return void response.end(found.body);
    else response.statusCode = 404;
    response.end();
  }

  /** Two at a time, so that more has to be asked for. */
  #listing(query: URLSearchParams): string {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const keys = this.keys(prefix).filter((key) => key > after);
    const shown = keys.slice(0, 2);
    const contents = shown.map((key) => {
      const at = this.objects.get(key)?.at.toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const next = keys.length > shown.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }
}
