import { createRequire } from 'node:module';
import { renderMarkdown } from '../../packages/server/src/platform/markup/index.ts';
import type { Benchmark, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { sampleInterleaved, timed } from './sampling.ts';

/** The very library that the product stands on. */
const requireFromServer = createRequire(new URL('../../packages/server/package.json', import.meta.url));

const TEXTS_PER_SAMPLE = 100;

/** About 1 kB as users write it: words, emphasis, code, a list, links, and names of things that become references. */
function note(number: number): string {
  const paragraph =
    `This is remark ${number}: the **lookup** in \`cache.get(key)\` reads the entry twice, _although_ once would do. ` +
    'See [the guide](https://example.org/guide) for how the other places do it, and think of what happens when nothing is there. ';
  const list =
    '- first the key is made\n- then the entry is read, see #12 and !34\n- last it is moved to the end, as @root said\n';
  return `${paragraph.repeat(3)}\n\n${list}\n> Is that still so?\n\n\`\`\`\nconst entry = cache.get(key);\nreturn entry;\n\`\`\`\n`;
}

/**
 * Rendering a note of 1 kB for keeping (references found, tasks and suggestions counted, HTML sanitised) ÷ markdown-it
 * alone with links recognised. Each text is new.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const markdownIt = requireFromServer('markdown-it') as (options: object) => { render(text: string): string };
  const bare = markdownIt({ linkify: true });
  const context = { projectPath: 'root/reads', linkRoot: '/root/reads', instanceUrl: 'http://localhost:3000' };
  let number = 0;
  const times = await sampleInterleaved(
    lab.rounds(20),
    async () =>
      (await timed(async () => {
        for (let count = 0; count < TEXTS_PER_SAMPLE; count++) await renderMarkdown(note(number++), context);
      })) / TEXTS_PER_SAMPLE,
    async () =>
      (await timed(async () => {
        for (let count = 0; count < TEXTS_PER_SAMPLE; count++) bare.render(note(number++));
      })) / TEXTS_PER_SAMPLE,
  );
  const details = { 'characters of a note': note(1).length };
  const what = 'note of 1 kB rendered for keeping ÷ bare markdown-it';
  return [{ id: 'MARKDOWN', what, unit: 'ms', ...times, goal: 5, details }];
}

export const markdown: Benchmark = { id: 'MARKDOWN', measure };
