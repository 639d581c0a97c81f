import type { Extensions } from '../../platform/extensions.ts';
import { defineTextReferences } from '../../projects/index.ts';
import { showTexts } from './render-text.ts';

export const markdownReferencesInFiles: Extensions = [
  defineTextReferences(async (ctx, place, html) => {
    const [shown = ''] = await showTexts(
      ctx,
      place && { kind: 'project', id: place.projectId, fullPath: place.projectPath },
      [html],
    );
    return shown;
  }),
];
