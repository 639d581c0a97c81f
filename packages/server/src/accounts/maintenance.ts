import type { Extensions } from '../platform/extensions.ts';
import { defineMaintenance } from '../platform/maintenance.ts';
import type { Context } from '../platform/context.ts';
import { getSettings } from './settings.ts';

const USUAL = 'This instance is undergoing maintenance and is operating in a read-only mode.';

type Asking = Pick<Context, 'db' | 'realtime'>;

/** Address of the instance that this one is a read-only copy of, without a slash at its end; null where it is none. */
export async function primaryUrl(ctx: Asking): Promise<string | null> {
  const { primary_url: url } = await getSettings(ctx);
  return url === '' ? null : url.replace(/\/+$/, '');
}

/** What users are told while nothing can be changed: in maintenance mode, and in a read-only copy. Null otherwise. */
export async function maintenanceMessage(ctx: Asking): Promise<string | null> {
  const { maintenance_mode: isOn, maintenance_mode_message: message } = await getSettings(ctx);
  if (isOn) return message.trim() === '' ? USUAL : message.trim();
  const primary = await primaryUrl(ctx);
  return primary === null ? null : `This is a read-only copy. Make changes at ${primary}.`;
}

export const accountsMaintenance: Extensions = [defineMaintenance(maintenanceMessage)];
