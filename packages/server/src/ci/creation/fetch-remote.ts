import type { FetchedFile } from '@tributary/ci-config';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { callOutside } from '../../platform/outbound/outbound.ts';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Characters of all cached files together. */
const MAX_CACHED_LENGTH = 8 * 1024 * 1024;

/** Answers of entries with `cache`, by address: when they came, and the file. The oldest go first. */
const answers = new Map<string, { at: number; file: FetchedFile & { ok: true } }>();
let cachedLength = 0;

function forget(url: string): void {
  cachedLength -= answers.get(url)?.file.text.length ?? 0;
  answers.delete(url);
}

/** A file at an address, through the outbound guard. With `cacheSeconds`, an answer of that age is reused. */
export async function fetchRemote(
  ctx: Context,
  url: string,
  cacheSeconds: number | null | undefined,
): Promise<FetchedFile> {
  if (cacheSeconds == null) return request(ctx, url);
  const now = ctx.clock.now().getTime();
  const known = answers.get(url);
  if (known && now - known.at < cacheSeconds * 1_000) return known.file;
  const file = await request(ctx, url);
  forget(url);
  if (!file.ok) return file;
  answers.set(url, { at: now, file });
  cachedLength += file.text.length;
  for (const oldest of answers.keys()) {
    if (cachedLength <= MAX_CACHED_LENGTH) break;
    forget(oldest);
  }
  return file;
}

async function request(ctx: Context, url: string): Promise<FetchedFile> {
  try {
    const answer = await callOutside(ctx, { method: 'GET', url, maxBodyBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
    if (answer.status !== 200) return { ok: false, reason: 'failed', detail: `because of the status ${answer.status}` };
    return { ok: true, text: answer.body.toString('utf8') };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, reason: 'failed', detail: `because ${error.message}` };
  }
}
