import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { JobRow } from '../store/job-store.ts';

type Uploaded = (ctx: Context, job: JobRow) => Promise<void>;

const listeners = new Map<string, Uploaded>();

/** What follows when a file of this kind was uploaded, in the same transaction. */
export function defineUploaded(type: string, run: Uploaded): Extension {
  return () => {
    listeners.set(type, run);
  };
}

export async function onUploaded(ctx: Context, job: JobRow, type: string): Promise<void> {
  await listeners.get(type)?.(ctx, job);
}
