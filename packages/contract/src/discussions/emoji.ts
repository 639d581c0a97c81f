/** One emoji of the picker: name, character, description, category, other names and tags. */
export type EmojiEntry = {
  n: string;
  e: string;
  d: string;
  c: string;
  k: string[];
  /** Image, of those that a group made; `e` is the name between colons then. */
  u?: string;
};

export const emojiDataPath = '/-/emojis/4/emojis.json';

/** Where a project (`group/app`) or a group (`groups/group`) tells the emoji that can be used there. */
export function customEmojiPath(place: string): string {
  return `/${place}/-/custom_emoji.json`;
}

/** Category of those that a group made. */
export const CUSTOM_CATEGORY = 'Custom';

export const CUSTOM_EMOJI_NAME = /^[a-z0-9_-]{2,36}$/;
export const CUSTOM_EMOJI_MAX_BYTES = 102_400;
/** Of one group. */
export const CUSTOM_EMOJI_MAX = 500;

/** One of the list in the settings of a group. */
export type CustomEmojiCard = {
  id: number;
  name: string;
  url: string;
  createdAt: string;
  creator: { name: string; username: string } | null;
  /** DELETE; null for those who may not. */
  deletePath: string | null;
};

export type CustomEmojiPageData = {
  emoji: CustomEmojiCard[];
  /** POST {name, url}; null for those who may not. `url` is the image itself (`data:`). */
  createPath: string | null;
};
