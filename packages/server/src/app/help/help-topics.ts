import { fail } from '@tributary/contract/errors/app-error.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { renderMarkdown } from '../../platform/markup/index.ts';

/** By the last part of the address, which is the name of the file in `docs/help`; in the order of the list. */
export const HELP_TITLES: ReadonlyMap<string, string> = new Map([
  ['markdown', 'Markdown'],
  ['ssh', 'Git over SSH'],
  ['quick-actions', 'Quick actions'],
  ['discussions', 'Discussions'],
  ['issues', 'Issues'],
  ['notifications', 'Inbox, to-do list and email'],
  ['projects', 'Projects'],
  ['merge-requests', 'Merge requests'],
  ['approvals', 'Approvals'],
  ['status-checks', 'External status checks'],
  ['push-rules', 'Push rules and signed commits'],
  ['merge-trains', 'Merge trains'],
  ['ci-cd', 'CI/CD pipelines'],
  ['variables', 'CI/CD variables'],
  ['schedules', 'Pipeline schedules'],
  ['runners', 'Runners'],
  ['ci-components', 'CI/CD components'],
  ['releases', 'Releases'],
  ['environments', 'Environments and deployments'],
  ['protected-environments', 'Protected environments'],
  ['access-tokens', 'Access tokens'],
  ['webhooks', 'Webhooks'],
  ['administration', 'Administration'],
]);

const FOLDER = path.join(import.meta.dirname, '../../../../../docs/help');
/** Between the texts themselves, as they lead to each other in a checkout. */
const LINK_BETWEEN = /\]\(([a-z-]+)\.md(#[\w-]+)?\)/g;

const rendered = new Map<string, Promise<string>>();

async function render(topic: string): Promise<string> {
  const source = await readFile(path.join(FOLDER, `${topic}.md`), 'utf8');
  const { html } = await renderMarkdown(source.replaceAll(LINK_BETWEEN, '](/help/$1$2)'), {
    // Examples name nothing.
    resolveReference: new Map(),
  });
  return html;
}

/** The text of a topic; rendered once. */
export function helpHtml(topic: string): Promise<string> {
  if (!HELP_TITLES.has(topic)) fail('not_found', { resource: 'Help page' });
  let html = rendered.get(topic);
  if (html === undefined) {
    html = render(topic);
    rendered.set(topic, html);
    html.catch(() => rendered.delete(topic));
  }
  return html;
}
