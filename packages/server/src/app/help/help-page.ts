import { type HelpPageData, helpPaths } from '@tributary/contract/page/help.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { helpCommands } from './help-commands.ts';
import { HELP_TITLES, helpHtml } from './help-topics.ts';

async function load(
  topic: string,
): Promise<{ title: string; data: HelpPageData; breadcrumbs: { text: string; href: string }[] }> {
  const html = await helpHtml(topic);
  const title = HELP_TITLES.get(topic) ?? topic;
  const topics = [...HELP_TITLES].map(([each, name]) => ({
    title: name,
    path: `${helpPaths.index}/${each}`,
    isCurrent: each === topic,
  }));
  const commands = topic === 'quick-actions' ? helpCommands() : [];
  return {
    title: `Help: ${title}`,
    data: { title, html, topics, commands },
    breadcrumbs: [{ text: 'Help', href: helpPaths.index }],
  };
}

/** What users who write here want to look up; for everyone who may see the instance at all. */
export const helpPages: readonly Page[] = [
  definePage({
    kind: 'help',
    on: 'instance',
    path: 'help',
    ability: 'read_instance',
    load: () => load('markdown'),
  }),
  definePage({
    kind: 'help',
    on: 'instance',
    path: 'help/:topic',
    ability: 'read_instance',
    load: ({ params }) => load(params['topic'] ?? ''),
  }),
];
