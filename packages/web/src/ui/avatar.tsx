import clsx from 'clsx';
import { useState } from 'react';

export type AvatarSize = 16 | 20 | 24 | 32 | 48 | 72;

export type AvatarProps = {
  name: string;
  /** Chooses the ground of the initials, so that a thing keeps its colour. */
  id: number;
  src?: string | null | undefined;
  size?: AvatarSize | undefined;
  /** For projects and groups. */
  square?: boolean | undefined;
  className?: string | undefined;
};

const sizes: Record<AvatarSize, string> = {
  16: 'size-4 text-[7px]',
  20: 'size-5 text-[8px]',
  24: 'size-6 text-[10px]',
  32: 'size-8 text-sm',
  48: 'size-12 text-h2',
  72: 'size-18 text-h1',
};

const grounds = [
  'bg-accent-soft text-accent-fg',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
  'bg-failed-soft text-failed',
  'bg-error-soft text-error',
  'bg-notice-soft text-notice',
  'bg-scheduled-soft text-scheduled',
  'bg-merged-soft text-merged',
] as const;

/** First letters of the first and last word; one letter for one word. Whole characters, also for emoji. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_\-./]+/)
    .filter((word) => word !== '');
  const first = [...(words[0] ?? '?')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** Decoration beside a name; where it stands alone, the parent gives the name. */
export function Avatar({ name, id, src, size = 20, square = false, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = clsx(
    'shrink-0 overflow-hidden',
    sizes[size],
    square ? (size <= 20 ? 'rounded-sm' : 'rounded-md') : 'rounded-full',
    className,
  );
  if (typeof src === 'string' && src !== '' && failed !== src) {
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(src)}
        className={clsx(shape, 'bg-sunken object-cover')}
      />
    );
  }
  const ground = grounds[Math.abs(Math.trunc(id)) % grounds.length] ?? grounds[0];
  const initials = initialsOf(name);
  return (
    <span
      aria-hidden
      // An image, not a word: it is neither part of a name nor copied with the text around it.
      data-initials={initials}
      className={clsx(
        shape,
        'before:content-[attr(data-initials)] forced-border inline-flex items-center justify-center leading-none font-semibold select-none',
        ground,
      )}
    />
  );
}
