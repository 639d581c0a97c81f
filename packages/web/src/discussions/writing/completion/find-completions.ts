import { api } from '../../../lib/http.ts';
import { type Completion, type CompletionKind, quotedName } from '../../model/completion-at.ts';
import { loadEmoji, searchEmoji } from '../../reactions/emoji-data.ts';

export type Choice = {
  key: string;
  /** What is put into the text. */
  value: string;
  text: string;
  detail?: string;
  /** `#rrggbb`, for labels. */
  color?: string;
};

const MOST = 8;

type Person = { id: number; name: string; username: string };
type Numbered = { iid: number; title: string };
type Named = { name?: string; title?: string; color?: string };
type Find = (base: string, query: string, signal: AbortSignal) => Promise<Choice[]>;

/** By number when digits were typed, else by title. */
async function numbered(path: string, sign: string, query: string, signal: AbortSignal): Promise<Choice[]> {
  const wanted = /^\d+$/.test(query) ? { iids: [query] } : { search: query === '' ? null : query, in: 'title' };
  const found = await api.get<Numbered[]>(path, { query: { ...wanted, per_page: MOST }, signal });
  return found.map(({ iid, title }) => ({
    key: String(iid),
    value: `${sign}${iid}`,
    text: title,
    detail: `${sign}${iid}`,
  }));
}

type Command = { name: string; description: string; params: string[] };
const commands = new Map<string, Promise<Command[]>>();

/** What may be typed after a slash at the thing that the preview's address names: asked once, then told at once. */
async function findCommands(previewPath: string, query: string): Promise<Choice[]> {
  const address = new URL(previewPath, window.location.origin);
  const [type, id] = [address.searchParams.get('target_type'), address.searchParams.get('target_id')];
  // A thing that is not there yet takes its commands when it is made; what they are is asked of things.
  if (type === null || id === null) return [];
  const path = address.pathname.replace(/preview_markdown$/, 'autocomplete_sources/commands');
  const key = `${path} ${type} ${id}`;
  const asked = commands.get(key) ?? api.get<Command[]>(path, { query: { type, target_id: id } });
  commands.set(key, asked);
  // What failed is asked for again.
  asked.catch(() => commands.delete(key));
  return (await asked)
    .filter((command) => command.name.startsWith(query))
    .slice(0, MOST)
    .map(({ name, description, params }) => ({
      key: name,
      value: `/${name}`,
      text: [`/${name}`, ...params].join(' '),
      detail: description,
    }));
}

const FIND: Record<Exclude<CompletionKind, 'command'>, Find> = {
  person: async (base, query, signal) => {
    const people = await api.get<Person[]>(`${base}/members/all`, { query: { query, per_page: MOST }, signal });
    return people.map(({ id, name, username }) => ({
      key: String(id),
      value: `@${username}`,
      text: name,
      detail: `@${username}`,
    }));
  },
  issue: (base, query, signal) => numbered(`${base}/issues`, '#', query, signal),
  merge_request: (base, query, signal) => numbered(`${base}/merge_requests`, '!', query, signal),
  label: async (base, query, signal) => {
    const labels = await api.get<Named[]>(`${base}/labels`, { query: { search: query, per_page: MOST }, signal });
    return labels.map(({ name = '', color = '' }) => ({ key: name, value: `~${quotedName(name)}`, text: name, color }));
  },
  milestone: async (base, query, signal) => {
    const found = await api.get<Named[]>(`${base}/milestones`, {
      query: { search: query, state: 'active', per_page: MOST },
      signal,
    });
    return found.map(({ title = '' }) => ({ key: title, value: `%${quotedName(title)}`, text: title }));
  },
  emoji: async (_base, query) =>
    searchEmoji(await loadEmoji(), query, MOST).map(({ n, e }) => ({
      key: n,
      value: `:${n}:`,
      text: `${e} ${n.replaceAll('_', ' ')}`,
    })),
};

/** The project whose things are meant, by the address of its preview. */
function projectOf(previewPath: string): string {
  return decodeURIComponent(previewPath.slice(1, Math.max(1, previewPath.indexOf('/-/'))));
}

/** What may stand there, with the reader's rights, in a text that is previewed at this address. */
export function findCompletions(previewPath: string, wanted: Completion, signal: AbortSignal): Promise<Choice[]> {
  if (wanted.kind === 'command') return findCommands(previewPath, wanted.query);
  return FIND[wanted.kind](`/api/v4/projects/${encodeURIComponent(projectOf(previewPath))}`, wanted.query, signal);
}
