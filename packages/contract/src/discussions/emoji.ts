/** One emoji of the picker: name, character, description, category, other names and tags. */
export type EmojiEntry = { n: string; e: string; d: string; c: string; k: string[] };

export const emojiDataPath = '/-/emojis/4/emojis.json';
