import type { Extensions } from '../../../platform/extensions.ts';
import type { CustomEmojiPageData } from '@tributary/contract/discussions/emoji.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { defineGroupNav, type NamespaceAccess } from '../../../projects/index.ts';
import { emojiCards, emojiPagePath } from '../reads/emoji-cards.ts';

export const customEmojiPages: readonly Page[] = [
  definePage<NamespaceAccess, CustomEmojiPageData>({
    kind: 'custom_emoji',
    on: 'group',
    path: 'custom_emoji',
    ability: 'read_group',
    nav: 'custom_emoji',
    load: async ({ ctx, subject }) => {
      const href = emojiPagePath(subject.namespace.full_path);
      return {
        title: 'Custom emoji',
        breadcrumbs: [{ text: 'Custom emoji', href }],
        data: {
          emoji: await emojiCards(ctx, subject),
          createPath: isAllowed(ctx.actor, 'create_custom_emoji', subject.policy) ? href : null,
        },
      };
    },
  }),
];

export const customEmojiPage: Extensions = [
  defineGroupNav({
    key: 'custom_emoji',
    label: 'Custom emoji',
    icon: 'emoji',
    path: 'custom_emoji',
    order: 93,
    group: 'Settings',
    ability: 'create_custom_emoji',
  }),
];
