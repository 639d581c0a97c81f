import { type ApplicationSettings, readSettings } from '@tributary/contract/accounts/settings.ts';
import type { Context } from '../platform/context.ts';
import { readSettingValues } from './store/settings.ts';

type Cached = { values: ApplicationSettings; readAtMs: number };

/** Told by other processes when an administrator changed something. */
export const SETTINGS_TOPIC = 'instance:settings';
/** Should a message be lost, the change arrives this late. */
const MAX_AGE_MS = 5_000;

const caches = new WeakMap<object, { current: Cached | undefined }>();

function cacheOf(ctx: Pick<Context, 'realtime'>): { current: Cached | undefined } {
  const known = caches.get(ctx.realtime);
  if (known) return known;
  const cache: { current: Cached | undefined } = { current: undefined };
  caches.set(ctx.realtime, cache);
  ctx.realtime.subscribe(SETTINGS_TOPIC, () => {
    cache.current = undefined;
  });
  return cache;
}

/** The settings of the instance; from memory, at most five seconds behind another process. */
export async function getSettings(ctx: Pick<Context, 'db' | 'realtime'>): Promise<ApplicationSettings> {
  const cache = cacheOf(ctx);
  const cached = cache.current;
  if (cached && performance.now() - cached.readAtMs < MAX_AGE_MS) return cached.values;
  const readAtMs = performance.now();
  const values = readSettings(await readSettingValues(ctx.db));
  cache.current = { values, readAtMs };
  return values;
}

/** Makes this process read again; called after its own change is committed. */
export function forgetSettings(ctx: Pick<Context, 'realtime'>): void {
  cacheOf(ctx).current = undefined;
}
