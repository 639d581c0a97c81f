import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { isOnImage } from '@tributary/contract/discussions/image-pin.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';

/** Why a comment cannot stand where it was wanted, as a part of a sentence. */
export function positionInvalid(reason: string): AppError {
  return new AppError('position_invalid', { reason }, { status: 422 });
}

/** Fails when the point of a comment on an image lies beside it; other places have no point. */
export function checkPoint(position: Pick<DiffPosition, 'position_type' | 'x' | 'y' | 'width' | 'height'>): void {
  if (position.position_type !== 'image') return;
  const { x, y, width, height } = position;
  if (!isOnImage({ x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }))
    throw positionInvalid('the position is outside the image');
}
