import { getSettings } from '../accounts/index.ts';
import type { Context } from '../platform/context.ts';
import type { FoldLimits } from './rules/fold-files.ts';

/** How much of changes is shown without being asked for; from memory. */
export async function foldLimits(ctx: Context): Promise<FoldLimits> {
  const settings = await getSettings(ctx);
  return {
    patchBytes: settings.diff_max_patch_bytes,
    files: settings.diff_max_files,
    lines: settings.diff_max_lines,
  };
}
