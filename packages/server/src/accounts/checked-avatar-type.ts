import { MAX_AVATAR_BYTES, MAX_AVATAR_PIXELS } from '@tributary/contract/accounts/limits.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import { imageDimensions } from '../platform/image-dimensions.ts';
import { imageTypeOf, type ImageType } from './rules/image-type.ts';

/** The type of an uploaded avatar; the file is small, but its pixels may not be. Throws validation_failed for `avatar`. */
export function checkedAvatarType(data: Buffer): ImageType {
  if (data.length > MAX_AVATAR_BYTES) failFields({ avatar: ['is too big (should be at most 200 KiB)'] });
  const type = imageTypeOf(data);
  if (!type) failFields({ avatar: ['file format is not supported. Try a PNG, JPEG, GIF or WebP image'] });
  const size = imageDimensions(data);
  if (size && Math.max(size.width, size.height) > MAX_AVATAR_PIXELS)
    failFields({ avatar: [`has too many pixels (should be at most ${MAX_AVATAR_PIXELS} × ${MAX_AVATAR_PIXELS})`] });
  return type;
}
