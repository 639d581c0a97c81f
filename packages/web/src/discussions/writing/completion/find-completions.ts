import type { CompletionEntry } from '@tributary/contract/discussions/completion.ts';
import type { EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import { api } from '../../../lib/http.ts';
import type { Completion, CompletionKind } from '../../model/completion-at.ts';
import { rememberCommands } from '../../store/known-commands.ts';
import { loadCustomEmoji, loadEmoji, searchEmoji } from '../../reactions/emoji-data.ts';

const MOST = 8;

type Command = { name: string; aliases: string[]; description: string; params: string[] };

/** Where the server tells what can be named, by kind. */
const SOURCES: Record<Exclude<CompletionKind, 'command' | 'emoji'>, string> = {
  person: 'members',
  issue: 'issues',
  merge_request: 'merge_requests',
  label: 'labels',
  milestone: 'milestones',
  commit: 'commits',
  file: 'files',
};

/** The address of the preview says which project is meant and what the text is written on. */
function readPlace(previewPath: string) {
  const address = new URL(previewPath, window.location.origin);
  return {
    sources: address.pathname.replace(/preview_markdown$/, 'autocomplete_sources'),
    /** Null for a text of an account, which can name nothing of a project. */
    project: address.pathname.startsWith('/-/') ? null : address.pathname.replace(/^\/|\/-\/preview_markdown$/g, ''),
    type: address.searchParams.get('target_type'),
    id: address.searchParams.get('target_id'),
  };
}

const commands = new Map<string, Promise<Command[]>>();

/** What may be typed after a slash: asked once, then told at once. */
async function findCommands(previewPath: string, query: string): Promise<CompletionEntry[]> {
  const { sources, type, id } = readPlace(previewPath);
  if (type === null) return [];
  const path = `${sources}/commands`;
  const key = `${path} ${type} ${id}`;
  const asked = commands.get(key) ?? api.get<Command[]>(path, { query: { type, target_id: id } });
  commands.set(key, asked);
  // What failed is asked for again.
  asked.then((all) => rememberCommands(previewPath, all)).catch(() => commands.delete(key));
  return (await asked)
    .flatMap((command) => {
      const name = [command.name, ...command.aliases].find((each) => each.startsWith(query));
      return name === undefined ? [] : [{ ...command, name }];
    })
    .slice(0, MOST)
    .map(({ name, description, params }) => ({
      value: `/${name}`,
      text: [`/${name}`, ...params].join(' '),
      detail: description,
      color: null,
    }));
}

const GROUP_EMOJI_MS = 60_000;
let ofGroups: { project: string; until: number; asked: Promise<EmojiEntry[]> } | null = null;

/** Those that the groups above the project made: asked for once a minute, not with every letter. */
function loadGroupEmoji(project: string): Promise<EmojiEntry[]> {
  if (ofGroups?.project === project && Date.now() < ofGroups.until) return ofGroups.asked;
  // The others can be had without them; what failed is asked for again.
  const asked = loadCustomEmoji(project).catch(() => {
    ofGroups = null;
    return [];
  });
  ofGroups = { project, until: Date.now() + GROUP_EMOJI_MS, asked };
  return asked;
}

async function findEmoji(previewPath: string, query: string): Promise<CompletionEntry[]> {
  const { project } = readPlace(previewPath);
  const [own, all] = await Promise.all([project === null ? [] : loadGroupEmoji(project), loadEmoji()]);
  return searchEmoji([...own, ...all], query, MOST).map(({ n, e, c, u }) => ({
    value: `:${n}:`,
    text: `${u === undefined ? `${e} ` : ''}${n.replaceAll('_', ' ')}`,
    detail: u === undefined ? null : c,
    color: null,
    ...(u !== undefined && { picture: u }),
  }));
}

/** What may stand there, with the reader's rights, in a text that is previewed at this address. The best first. */
export async function findCompletions(
  previewPath: string,
  { kind, query }: Completion,
  signal: AbortSignal,
): Promise<CompletionEntry[]> {
  if (kind === 'command') return findCommands(previewPath, query);
  if (kind === 'emoji') return findEmoji(previewPath, query);
  const { sources, project, type, id } = readPlace(previewPath);
  if (project === null) return [];
  const target = type !== null && id !== null ? { type, target_id: id } : {};
  return api.get<CompletionEntry[]>(`${sources}/${SOURCES[kind]}`, { query: { query, ...target }, signal });
}
