import { toast } from '../toast.tsx';
import type { CurrentLines } from './copy-lines.ts';

/** Copies the link to the current lines; what does it is loaded with the first use. */
export async function copyLinkOf(current: CurrentLines, isRange: boolean): Promise<void> {
  try {
    await (await import('./copy-lines.ts')).copyCurrentLink(current, isRange);
  } catch {
    toast({ text: 'The link could not be copied. Try again.', tone: 'failed' });
  }
}
