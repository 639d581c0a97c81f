import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineQuickAction } from '../quick-actions/quick-action-registry.ts';
import { noteableTypesWhere } from '../noteable.ts';
import { canAward } from '../abilities.ts';
import { changeAward } from './award-operations.ts';

const nameIn = (args: string) => /^:?([\w+-]{1,100}):?$/.exec(args.trim())?.[1];

export const awardsQuickAction: Extensions = [
  defineQuickAction({
    name: 'react',
    aliases: ['award'],
    types: () => noteableTypesWhere(({ takesAwards }) => takesAwards),
    description: 'Toggle an emoji reaction',
    params: ':emoji:',
    isAvailable: async (ctx, noteable) => canAward(ctx.actor, noteable, null) === null,
    explain: (args) => `Toggles the :${nameIn(args) ?? args}: reaction.`,
    run: async (ctx, noteable, args) => {
      const name = nameIn(args);
      if (name === undefined) throw new AppError('award_emoji_unknown');
      const { award, isOn } = await changeAward(ctx, { noteable, noteId: null, name, act: 'toggle' });
      return {
        message: `${isOn ? 'Added' : 'Removed'} the :${award.name}: reaction.`,
        changes: { emoji_award: award.name },
      };
    },
  }),
];
