import type { Extension } from './extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from './context.ts';

/** What users are told while nothing can be written; null while everything can. */
type FindMaintenance = (ctx: Context) => Promise<string | null>;

let find: FindMaintenance = async () => null;

/** Called by the slice that knows what administrators set. */
export function defineMaintenance(provider: FindMaintenance): Extension {
  return () => {
    find = provider;
  };
}

/** In maintenance mode data is read and not written: fails with `maintenance_mode` (403). */
export async function refuseInMaintenance(ctx: Context): Promise<void> {
  const message = await find(ctx);
  if (message !== null) throw new AppError('maintenance_mode', { message });
}

/** Signing in and out, and what administrators end the maintenance with. */
const ABILITIES: ReadonlySet<string> = new Set(['sign_in', 'administer']);
/** They answer what their body asks for, and write nothing. */
const READING = /\/(preview_markdown|markdown|ci\/lint)$/;

type RouteFacts = { method: string; path: string; ability: string };

/** The same for a route, unless it is needed in maintenance mode or only reads. */
export async function refuseRouteInMaintenance(ctx: Context, { method, path, ability }: RouteFacts): Promise<void> {
  const isRead = method === 'GET' || method === 'HEAD' || READING.test(path);
  if (!isRead && !ABILITIES.has(ability)) await refuseInMaintenance(ctx);
}
