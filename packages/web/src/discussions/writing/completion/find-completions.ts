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

const FRESH_MS = 10_000;
let lastAsked: { key: string; query: string; until: number; asked: Promise<Command[]> } | null = null;

/**
 * Not asked for with every letter, but for each command that is begun: what may be done is another thing after a command
 * was sent, a button was pressed, or someone else did something.
 */
function loadCommands(path: string, query: string, target: { type: string; target_id: string | null }) {
  const key = `${path} ${target.type} ${target.target_id}`;
  const last = lastAsked?.key === key && Date.now() < lastAsked.until ? lastAsked : null;
  const goesOn = last !== null && query.length > last.query.length && query.startsWith(last.query);
  const { asked, until } = goesOn
    ? last
    : { asked: api.get<Command[]>(path, { query: target }), until: Date.now() + FRESH_MS };
  const mine = { key, query, until, asked };
  lastAsked = mine;
  // What failed is asked for again.
  asked.catch(() => {
    if (lastAsked === mine) lastAsked = null;
  });
  return asked;
}

/** What may be typed after a slash. */
async function findCommands(previewPath: string, query: string): Promise<CompletionEntry[]> {
  const { sources, type, id } = readPlace(previewPath);
  if (type === null) return [];
  const commands = await loadCommands(`${sources}/commands`, query, { type, target_id: id });
  rememberCommands(previewPath, commands);
  return commands
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
