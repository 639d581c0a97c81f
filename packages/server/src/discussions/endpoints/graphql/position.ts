import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { positionInput } from '@tributary/contract/discussions/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';

export type PositionArgs = {
  baseSha?: string | null | undefined;
  startSha: string;
  headSha: string;
  paths: { oldPath?: string | null | undefined; newPath?: string | null | undefined };
  oldLine?: number | null | undefined;
  newLine?: number | null | undefined;
  /** On an image instead of a line. */
  x?: number;
  y?: number;
  width?: number;
  height?: number;
};

/** A place on the diff as GraphQL clients give it, held to the same rules as everywhere else. */
export function toPosition(args: PositionArgs): DiffPosition {
  const parsed = positionInput.safeParse({
    base_sha: args.baseSha ?? args.startSha,
    start_sha: args.startSha,
    head_sha: args.headSha,
    position_type: args.x === undefined ? 'text' : 'image',
    old_path: args.paths.oldPath,
    new_path: args.paths.newPath,
    old_line: args.oldLine,
    new_line: args.newLine,
    ...(args.x !== undefined && { x: args.x, y: args.y, width: args.width, height: args.height }),
  });
  if (!parsed.success) throw new AppError('bad_parameter', { name: 'position' });
  return parsed.data;
}
