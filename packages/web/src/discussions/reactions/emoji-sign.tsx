import type { PickedEmoji } from '../model/awards.ts';

/** An emoji as it looks; its name is said by what it stands in. */
export function EmojiSign({ of: { emoji, url }, size = 16 }: { of: PickedEmoji; size?: number }) {
  if (!url) return emoji;
  return <img src={url} alt="" width={size} height={size} loading="lazy" className="object-contain" />;
}
