import type { Context, Platform } from '../context.ts';
import { ACCESS, type Mark } from './cache-versions.ts';

const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_PLACES = 10_000;
/** What an entry costs beside its value. */
const ENTRY_BYTES = 500;
/** Before the address of a page whose data alone is asked for. */
const PAGE_DATA = '/-/page';
/** Of one place; more are not read ahead. */
const MAX_MARKS = 12;

type Entry = {
  value: unknown;
  marks: readonly Mark[];
  /** Where the marks stood when the value was read; undefined when something was on the way. */
  standing: string | undefined;
  sizeBytes: number;
};

type Memory = {
  entries: Map<string, Entry>;
  sizeBytes: number;
  /** The marks that answers below a place hang on, so that one question tells of all of them. */
  marksOf: Map<string, Set<Mark>>;
};

const memories = new WeakMap<object, Memory>();

function memoryOf(platform: Pick<Platform, 'realtime'>): Memory {
  const known = memories.get(platform.realtime);
  if (known) return known;
  const memory: Memory = { entries: new Map(), sizeBytes: 0, marksOf: new Map() };
  memories.set(platform.realtime, memory);
  // After a lost connection the database may be another one, whose marks say nothing about what was read before.
  platform.realtime.subscribe('instance:recall', () => {
    memory.entries.clear();
    memory.sizeBytes = 0;
  });
  return memory;
}

/** What one reading request may believe without asking again. Ends with the request, or before the first thing it changes. */
export type RequestCache = {
  readonly memory: Memory;
  /** Where the marks stand, once the database has said so. */
  readonly standing: () => Promise<ReadonlyMap<Mark, number>>;
  /** Marks that this place turned out to hang on. */
  readonly wanted: Set<Mark>;
  readonly settled: () => Promise<boolean>;
  /** What was asked in this request, by key. */
  readonly shared: Map<string, Promise<unknown>>;
  isOver: boolean;
};

/**
 * What hangs on the same marks as this address: mostly the thing it lies below. `/a/b/-/merge_requests/7/diffs.json` and the
 * page itself ask for the same rights, so whoever opens the page has looked for its parts.
 */
export function cacheScopeOf(address: string): string {
  const path = address.startsWith(PAGE_DATA) ? address.slice(PAGE_DATA.length) : address;
  const cut = path.lastIndexOf('/');
  const isBelow = path.startsWith('/api/') || path.includes('/-/');
  return isBelow && !/\d/.test(path.slice(cut)) ? path.slice(0, cut) : path;
}

/**
 * Looks where the marks stand, at the beginning of a request that only reads. One question, whatever is remembered; nobody
 * waits for the answer before something is to be believed.
 */
export function openRequestCache(platform: Pick<Platform, 'realtime' | 'marks'>, address: string): RequestCache {
  const memory = memoryOf(platform);
  const place = cacheScopeOf(address);
  const wanted = memory.marksOf.get(place) ?? new Set([ACCESS]);
  memory.marksOf.delete(place);
  memory.marksOf.set(place, wanted);
  if (memory.marksOf.size > MAX_PLACES) memory.marksOf.delete(memory.marksOf.keys().next().value ?? place);
  const marks = [...wanted];
  const looking = platform.marks
    .read(marks)
    .then((values) => new Map(marks.map((mark, at) => [mark, values[at] ?? 0])));
  // A failure is met where the answer is needed.
  looking.catch(() => undefined);
  let settled: Promise<boolean> | undefined;
  return {
    memory,
    standing: () => looking,
    wanted,
    shared: new Map(),
    settled: () => (settled ??= looking.then(() => platform.marks.areSettled(marks))),
    isOver: false,
  };
}

/** Where these marks stood; undefined unless all were looked at, which the next request for the place will do. */
function standingOf(
  { wanted }: RequestCache,
  standing: ReadonlyMap<Mark, number>,
  marks: readonly Mark[],
): string | undefined {
  let text = '';
  let isComplete = true;
  for (const mark of marks) {
    const value = standing.get(mark);
    if (value === undefined) {
      isComplete = false;
      if (wanted.size < MAX_MARKS) wanted.add(mark);
    } else text += `${mark}=${value},`;
  }
  return isComplete ? text : undefined;
}

export type CachedRead<T> = {
  /** Names everything the value depends on beside the marks: what it is, of which place, for whom. */
  key: string;
  /** The marks that move whenever the same question would be answered differently. */
  marks: (value: T) => readonly Mark[];
  load: () => Promise<T | undefined>;
  /** For what time alone can end. */
  isUsable?: (value: T) => boolean;
  sizeBytes?: (value: T) => number;
  /** `false` for a value that hangs on more than marks tell of. */
  isLasting?: (value: T) => boolean;
};

/**
 * The value, from memory when its marks stand where they stood, else read now. Nothing is remembered where nobody looked
 * at the marks first: in jobs, in transactions, in requests that change something. What is remembered must not be changed.
 */
export async function readCached<T>(ctx: Context, what: CachedRead<T>): Promise<T | undefined> {
  const { recall } = ctx;
  if (!recall || isEnded(recall)) return what.load();
  const { memory } = recall;
  const standing = await recall.standing();
  const entry = memory.entries.get(what.key);
  const known = entry && (entry.value as T);
  if (entry && known !== undefined && !isEnded(recall)) {
    const stood = standingOf(recall, standing, entry.marks);
    const isKnown = stood !== undefined && stood === entry.standing;
    if (isKnown && (what.isUsable?.(known) ?? true)) {
      memory.entries.delete(what.key);
      memory.entries.set(what.key, entry);
      return known;
    }
  }
  const isSettled = await recall.settled();
  const value = await what.load();
  if (value !== undefined && !isEnded(recall)) keep(recall, standing, what, value, isSettled);
  return value;
}

/** Asked again after every wait: the request may have begun to change something meanwhile. */
function isEnded(recall: RequestCache): boolean {
  return recall.isOver;
}

function keep<T>(
  recall: RequestCache,
  stood: ReadonlyMap<Mark, number>,
  what: CachedRead<T>,
  value: T,
  isSettled: boolean,
): void {
  const marks = what.marks(value);
  const standing = standingOf(recall, stood, marks);
  const isSure = isSettled && (what.isLasting?.(value) ?? true);
  const { memory } = recall;
  const before = memory.entries.get(what.key);
  const sizeBytes = ENTRY_BYTES + (what.sizeBytes?.(value) ?? 0);
  memory.entries.delete(what.key);
  memory.sizeBytes -= before?.sizeBytes ?? 0;
  if (sizeBytes > MAX_BYTES / 8) return;
  memory.entries.set(what.key, { value, marks, standing: isSure ? standing : undefined, sizeBytes });
  memory.sizeBytes += sizeBytes;
  for (const [oldest, entry] of memory.entries) {
    if (memory.sizeBytes <= MAX_BYTES) return;
    memory.entries.delete(oldest);
    memory.sizeBytes -= entry.sizeBytes;
  }
}

/** One answer for all parts of a reading request that need the same; nothing is kept after it, so no marks are needed. */
export function readOnce<T>({ recall }: Context, key: string, load: () => Promise<T>): Promise<T> {
  if (!recall || isEnded(recall)) return load();
  const known = recall.shared.get(key);
  if (known) return known as Promise<T>;
  const loading = load();
  recall.shared.set(key, loading);
  return loading;
}

/** Nothing that was read before is believed from here on: the request changes something. */
export function closeRequestCache(ctx: Pick<Context, 'recall'>): void {
  if (ctx.recall) ctx.recall.isOver = true;
}
