import { highlightInWorker } from '../markup/text-workers.ts';
import { WorkerFailure } from '../markup/worker-pool.ts';
import { canHighlight, plainLines } from './highlight-lines.ts';
import { languageOf } from './languages.ts';
import { LineCache } from './line-cache.ts';

export type HighlightOptions = {
  /** Memory of the cache, estimated. Default 32 MB. */
  maxBytes?: number;
  /** Told of every failure that cost colours or time but not the answer. */
  onFailure?: (error: unknown) => void;
};

export type Blob = {
  /** The object id of the content: the same id always means the same text. */
  oid: string;
  path: string;
  /** What the content is written in, where that is not what its bytes alone say; null where its lines differ in it. */
  encoding?: string | null | undefined;
  text: string;
};

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/** Highlights files in worker threads and remembers the result by content and language. */
export class BlobHighlighter {
  readonly #cache: LineCache;
  readonly #onFailure: (error: unknown) => void;
  readonly #running = new Map<string, Promise<readonly string[]>>();

  constructor(options: HighlightOptions = {}) {
    this.#cache = new LineCache(options.maxBytes ?? DEFAULT_MAX_BYTES);
    this.#onFailure = options.onFailure ?? (() => undefined);
  }

  /** Estimated memory of what is remembered. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /**
   * One string of HTML for each line (a final line end does not start another one); the array is shared and frozen.
   * Never rejects: what can't be highlighted in time is escaped only.
   */
  async highlightBlob(blob: Blob): Promise<readonly string[]> {
    const language = languageOf(blob.path, firstLineOf(blob.text));
    const key = keyOf(blob);
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const running = this.#running.get(key);
    if (running) return running;
    const work = this.#produce(key, blob.text, language).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  /** The lines if they are remembered; nothing is read or started. */
  knownLines(blob: Pick<Blob, 'oid' | 'path' | 'encoding'>): readonly string[] | undefined {
    return this.#cache.get(keyOf(blob));
  }

  async #produce(key: string, text: string, language: string | undefined): Promise<readonly string[]> {
    if (!canHighlight(text, language)) return this.#cache.set(key, plainLines(text));
    try {
      return this.#cache.set(key, await highlightInWorker({ text, language }));
    } catch (error) {
      this.#onFailure(error);
      const lines = plainLines(text);
      // A text that is too slow today is too slow tomorrow; the other reasons pass.
      const isLasting = error instanceof WorkerFailure && error.reason === 'timeout';
      if (isLasting) return this.#cache.set(key, lines);
      fleeting.add(lines);
      return lines;
    }
  }
}

/** Lines without colours only because nobody was free to make them. */
const fleeting = new WeakSet<readonly string[]>();

/** Would the same question be answered better a moment later? */
export function areFleeting(lines: readonly string[] | undefined): boolean {
  return lines !== undefined && fleeting.has(lines);
}

let shared = new BlobHighlighter();

/** Replaces the process's highlighter; composition calls this once with the log. */
export function configureHighlighting(options: HighlightOptions): void {
  shared = new BlobHighlighter(options);
}

/** `BlobHighlighter.highlightBlob` of the process's highlighter. */
export function highlightBlob(blob: Blob): Promise<readonly string[]> {
  return shared.highlightBlob(blob);
}

/** `BlobHighlighter.knownLines` of the process's highlighter. */
export function knownLines(blob: Pick<Blob, 'oid' | 'path' | 'encoding'>): readonly string[] | undefined {
  return shared.knownLines(blob);
}

/** Where the path tells of no language the first line does, which is a part of the content. */
function keyOf({ oid, path, encoding }: Pick<Blob, 'oid' | 'path' | 'encoding'>): string {
  const isOther = encoding !== undefined && encoding !== 'utf-8';
  return `${languageOf(path) ?? ''}:${oid}${isOther ? `:${encoding}` : ''}`;
}

function firstLineOf(text: string): string {
  const end = text.indexOf('\n');
  return text.slice(0, end < 0 ? 256 : Math.min(end, 256));
}
