import type {
  CreateNoteAnswer,
  CreateNoteBody,
  DescriptionDiff,
  MissedCommandResults,
  NotesData,
  NotesSinceAnswer,
  PageDiscussion,
  PageNote,
} from '@tributary/contract/discussions/page.ts';
import { FIRST_DISCUSSIONS } from '@tributary/contract/discussions/first-page.ts';
import type { ActivityFilter } from '../model/sort-and-filter.ts';
import { showCommandResults, type WithCommandResults } from './show-command-results.ts';
import { headersOf, type SentForm } from '../../app/autosave/autosave-store.ts';
import type { TaskChange } from '../threads/checklist.tsx';
import { api } from '../../lib/http.ts';
import { serverPollInterval } from '../../lib/poll-interval.ts';
import { serialize } from '../../lib/serialize.ts';

const LARGEST_PAGE = 100;
const GROWTH = 1.5;

/** What is asked for first, and whether an answer that came along with the page will do. */
export type FirstThreads = { noteId?: string | undefined; takesAhead?: boolean };

type Batch = { discussions: PageDiscussion[]; next: string | null };

/**
 * All threads of one thing, page after page; `onPage` is called with each so that the first can be shown at once, and with
 * the thread that it stands before, if it is not the last so far. With `noteId`, what stands around that note comes first,
 * then what is before and after it, both at a time. Gives the ids in their order.
 */
export async function fetchDiscussions(
  path: string,
  onPage: (discussions: PageDiscussion[], before: string | undefined) => void,
  signal: AbortSignal,
  { noteId, takesAhead = false }: FirstThreads = {},
): Promise<string[]> {
  type Place = { cursor?: string | null; note_id?: string };
  const ask = async (place: Place, perPage: number, before?: string): Promise<Batch> => {
    const query = { ...FIRST_DISCUSSIONS, per_page: perPage, ...place };
    const response = await api.raw('GET', path, { query, signal, takesAhead });
    const discussions = (await response.json()) as PageDiscussion[];
    onPage(discussions, before);
    return { discussions, next: response.headers.get('X-Next-Page-Cursor') };
  };
  /** Up to the end, or to the thread that is here already. */
  const read = async (start: string | null, until?: string): Promise<string[]> => {
    const ids: string[] = [];
    let cursor = start;
    let perPage: number = FIRST_DISCUSSIONS.per_page;
    do {
      const { discussions, next } = await ask({ cursor }, perPage, until);
      ids.push(...discussions.map((each) => each.id));
      cursor = until !== undefined && ids.includes(until) ? null : next;
      perPage = Math.min(Math.round(perPage * GROWTH), LARGEST_PAGE);
    } while (cursor);
    return ids;
  };
  if (noteId === undefined) return read(null);
  const around = await ask({ note_id: noteId }, FIRST_DISCUSSIONS.per_page);
  const here = around.discussions.map((each) => each.id);
  const [first] = here;
  if (first === undefined) return here;
  const [before, after] = await Promise.all([read(null, first), around.next === null ? [] : read(around.next)]);
  const at = before.indexOf(first);
  // Gone meanwhile: then everything was read.
  if (at < 0) return [...new Set([...before, ...here, ...after])];
  return [...before.slice(0, at), ...here, ...after];
}

/** Remembers which part of the activity the user looks at; of several the last one. */
export const persistActivityFilter = serialize(async (path: string, filter: ActivityFilter): Promise<void> => {
  await api.get(path, { query: { notes_filter: filter, persist_filter: true, per_page: 1 } });
});

export function fetchDescriptionDiff(note: PageNote): Promise<DescriptionDiff> {
  return api.get<DescriptionDiff>(note.description_diff_path ?? '', { query: versionQuery(note) });
}

/** Ticks one box of a note. */
export function setNoteTask(note: PageNote, change: TaskChange): Promise<PageNote> {
  return api.put<PageNote>(note.task_path ?? '', { body: change });
}

export async function deleteDescriptionVersion(note: PageNote): Promise<void> {
  await api.delete(note.delete_description_version_path ?? '', { query: versionQuery(note) });
}

/** Makes the description what it was on one side of the change. */
export async function restoreDescriptionVersion(note: PageNote, side: 'before' | 'after'): Promise<void> {
  await api.post(note.restore_description_version_path ?? '', { body: { ...versionQuery(note), side } });
}

function versionQuery({ start_description_version_id: start }: PageNote): Record<string, number> {
  return start === undefined ? {} : { start_version_id: start };
}

export function fetchDiscussion(notes: NotesData, id: string): Promise<PageDiscussion> {
  return api.get<PageDiscussion>(notes.discussionsPath.replace(/\.json$/, `/${id}.json`));
}

const POLL_MS = 6_000;

/** With the time until the server wants to be asked again; negative: not any more. */
export async function fetchNotesSince(
  notes: NotesData,
  since: string,
  signal: AbortSignal,
): Promise<{ answer: NotesSinceAnswer; nextMs: number }> {
  const response = await api.raw('GET', notes.notesPath, { headers: { 'X-Last-Fetched-At': since }, signal });
  return { answer: (await response.json()) as NotesSinceAnswer, nextMs: serverPollInterval(response, POLL_MS) };
}

/** Commands in what is written are about the head that the page shows. */
function seenHead({ headSha }: NotesData): { merge_request_diff_head_sha?: string } {
  return headSha === null ? {} : { merge_request_diff_head_sha: headSha };
}

/**
 * Undefined when the text was nothing but commands, unless a thread was resolved or reopened with them; what came of those
 * is told to the user.
 */
export async function createNote(
  notes: NotesData,
  body: CreateNoteBody,
  form: SentForm,
): Promise<PageDiscussion | undefined> {
  const whole: CreateNoteBody = {
    ...body,
    return_discussion: true,
    ...seenHead(notes),
    note: { noteable_type: notes.noteableType, noteable_id: notes.noteableId, ...body.note },
  };
  const answer = await api.post<CreateNoteAnswer>(notes.createNotePath, {
    body: whole,
    headers: headersOf(form),
  });
  showCommandResults(answer, answer.discussion?.notes.at(-1)?.id);
  return answer.discussion;
}

/** `lastKnownUpdatedAt`: of the text that the editor has seen; refused when the note has changed since. */
export async function updateNote(
  notes: NotesData,
  note: PageNote,
  { text, lastKnownUpdatedAt, form }: { text: string; lastKnownUpdatedAt: string; form: SentForm },
): Promise<PageNote> {
  const answer = await api.put<PageNote & WithCommandResults>(note.path ?? '', {
    body: { note: { note: text }, last_known_updated_at: lastKnownUpdatedAt, ...seenHead(notes) },
    headers: headersOf(form),
  });
  showCommandResults(answer, note.id);
  return answer;
}

export function fetchMissedCommandResults(notes: NotesData): Promise<MissedCommandResults | null> {
  return api.get<MissedCommandResults | null>(notes.laterCommandsPath);
}

export async function dismissCommandResults(notes: NotesData, { until }: MissedCommandResults): Promise<void> {
  await api.delete(notes.laterCommandsPath, { query: { until } });
}

/** A single comment becomes a thread, which takes replies. */
export function convertToThread(note: PageNote): Promise<PageDiscussion> {
  return api.post<PageDiscussion>(`${note.path ?? ''}/convert_to_thread`);
}

export async function deleteNote(note: PageNote): Promise<void> {
  await api.delete(note.path ?? '');
}

export function setResolved(discussion: PageDiscussion, resolved: boolean): Promise<PageDiscussion> {
  const path = discussion.resolve_path ?? '';
  return resolved ? api.post<PageDiscussion>(path) : api.delete<PageDiscussion>(path);
}

/** One or several in one commit; an empty message means the usual one. */
export async function applySuggestions(
  { ids, message }: { ids: readonly number[]; message: string },
  headers: Record<string, string>,
): Promise<void> {
  const text = message.trim() === '' ? {} : { commit_message: message };
  const [first] = ids;
  if (ids.length === 1) await api.put(`/api/v4/suggestions/${first}/apply`, { body: text, headers });
  else await api.put('/api/v4/suggestions/batch_apply', { body: { ids, ...text }, headers });
}
