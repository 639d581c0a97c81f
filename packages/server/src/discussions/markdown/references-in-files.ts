import { defineTextReferences } from '../../projects/index.ts';
import { showTexts } from './render-text.ts';

defineTextReferences(async (ctx, place, html) => {
  const [shown = ''] = await showTexts(ctx, place, [html]);
  return shown;
});
