import type { Extensions } from '../../platform/extensions.ts';
import type { ResolvedReference } from '../../platform/markup/index.ts';
import { findContainer } from '../../projects/index.ts';
import { defineReferenceResolver } from '../markdown/reference-registry.ts';
import { emojiImagePath } from './emoji-image.ts';
import { visibleEmoji } from './reads/visible-emoji.ts';

export const customEmojiResolveEmoji: Extensions = [
  /** `:party_blob:` in texts of projects and groups; what no group from there up has stays as it was written. */
  defineReferenceResolver('emoji', async (ctx, references, textPlace) => {
    const resolved = new Map<string, ResolvedReference>();
    const place = textPlace && (await findContainer(ctx, textPlace));
    if (!place) return resolved;
    const names = [...new Set(references.map((reference) => reference.value))];
    const rows = await visibleEmoji(ctx, place.namespaceId, names);
    const byName = new Map(rows.map((row) => [row.name, row]));
    for (const { key, value } of references) {
      const row = byName.get(value);
      if (row) resolved.set(key, { href: emojiImagePath(row.file_name) });
    }
    return resolved;
  }),
];
