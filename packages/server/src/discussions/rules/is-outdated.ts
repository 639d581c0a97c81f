import type { DiffPosition } from '@tributary/contract/discussions/page.ts';

/** A thread that was begun on lines that are not there any more. */
export function isOutdated(row: { is_active: boolean; original_position: DiffPosition | null }): boolean {
  return !row.is_active && row.original_position?.position_type === 'text';
}
