import type { MergeRequestShowPageData, PageCommit } from '@tributary/contract/merge-requests/page.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { sendsBy } from '../../discussions/writing/send-keys.ts';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { changesOf, useContextSaving } from './use-context-saving.ts';

type Form = NonNullable<NonNullable<MergeRequestShowPageData['commits']>['contextForm']>;

export type PickContextProps = { form: Form; named: readonly PageCommit[]; onClose: () => void };

/** What is told of a commit, wherever it comes from. */
type Told = { id: string; shortId: string; title: string; author: string; authoredAt: string };

type Offered = { id: string; short_id: string; title: string; author_name: string; authored_date: string };

type Wanted = { search: string; author: string; since: string; until: string };

const NOTHING: Wanted = { search: '', author: '', since: '', until: '' };
const DEBOUNCE_MS = 150;

function toldOf({ id, short_id: shortId, title, author_name: author, authored_date: authoredAt }: Offered): Told {
  return { id, shortId, title, author, authoredAt };
}

function ofPage({ sha, shortSha, title, authorName, author, authoredAt }: PageCommit): Told {
  return { id: sha, shortId: shortSha, title, author: author?.name ?? authorName, authoredAt };
}

/** A day of the reader at that time; undefined for what is none. */
function momentOf(day: string, time: string): string | undefined {
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Days from their first moment to their last. */
function queryOf({ search, author, since, until }: Wanted) {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  return {
    search: text(search),
    author: text(author),
    since: momentOf(since, '00:00:00.000'),
    until: momentOf(until, '23:59:59.999'),
  };
}

function useOffered({ searchPath, pageSize }: Form, wanted: Wanted) {
  const query = queryOf(wanted);
  return useInfiniteQuery(
    {
      queryKey: ['merge-requests', 'context-commits', searchPath, query],
      queryFn: async ({ signal, pageParam: offset }) =>
        (await api.get<Offered[]>(searchPath, { query: { ...query, offset }, signal })).map(toldOf),
      initialPageParam: 0,
      getNextPageParam: (last, all) => (last.length < pageSize ? null : all.length * pageSize),
      placeholderData: (before) => before,
      staleTime: 60_000,
    },
    queryClient,
  );
}

/** From box to box by arrows, and from the fields above to the first one. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.target instanceof HTMLInputElement) || event.target.type === 'date') return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-commits] input')];
  const next = boxes[boxes.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Fields({ wanted, onWanted }: { wanted: Wanted; onWanted: (next: Wanted) => void }) {
  const field = (name: keyof Wanted) => ({
    value: wanted[name],
    onValueChange: (value: string) => onWanted({ ...wanted, [name]: value }),
  });
  const day = (name: 'since' | 'until') => {
    const isDay = wanted[name] === '' || momentOf(wanted[name], '00:00') !== undefined;
    return { ...field(name), type: 'date', error: isDay ? undefined : 'Enter a four-digit year.' };
  };
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <TextField label="Message" maxLength={200} autoComplete="off" {...field('search')} />
      <TextField label="Author" maxLength={200} autoComplete="off" {...field('author')} />
      <TextField label="Committed from" max={wanted.until || undefined} {...day('since')} />
      <TextField label="Committed to" min={wanted.since || undefined} {...day('until')} />
    </div>
  );
}

function Commits(props: {
  commits: readonly Told[];
  chosen: ReadonlyMap<string, Told>;
  onChoose: (commit: Told, isChosen: boolean) => void;
}) {
  const { commits, chosen, onChoose } = props;
  return (
    <ul data-commits>
      {commits.map((commit) => (
        <li key={commit.id} className="border-t px-3 py-2 first:border-t-0">
          <Checkbox
            checked={chosen.has(commit.id)}
            onCheckedChange={(isChosen) => onChoose(commit, isChosen)}
            label={<bdi className="break-words">{commit.title}</bdi>}
            hint={
              <>
                <code>{commit.shortId}</code> <bdi>{commit.author}</bdi> authored <Time value={commit.authoredAt} />
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** Commits of the target branch are searched and ticked. Several pages of them come one after the other. */
export default function PickContextCommits({ form, named, onClose }: PickContextProps) {
  const [wanted, setWanted] = useState(NOTHING);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Told>>(
    () => new Map(named.map((commit) => [commit.sha, ofPage(commit)])),
  );
  /** The chosen ones alone, as they were when they were asked for: what is unticked stays in its place. */
  const [shownChosen, setShownChosen] = useState<readonly Told[] | null>(null);
  const results = useRef<HTMLDivElement>(null);
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useOffered(
    form,
    useDebounced(wanted, DEBOUNCE_MS),
  );
  const { isBusy, problem, before, save, close } = useContextSaving(form, named, onClose);
  const { added, removed } = changesOf(before, chosen);
  const isChanged = added.length + removed.length > 0;
  const isFull = chosen.size > form.most;
  const offered = data?.pages.flat() ?? [];
  const commits = shownChosen ?? offered;
  const choose = (commit: Told, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(commit.id, commit);
    else next.delete(commit.id);
    setChosen(next);
  };
  const submit = () => {
    if (isChanged && !isFull && !isBusy) save(chosen);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      width="lg"
      title="Add previously merged commits"
      text={`Select commits from ${form.branch} that give context for this merge request.`}
    >
      <form
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          walk(event);
          if (sendsBy(event.nativeEvent, submit)) return;
          // Enter in a field looks for nothing more: the answers come while one types.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <Fields
          wanted={wanted}
          onWanted={(next) => {
            setShownChosen(null);
            setWanted(next);
          }}
        />
        <div
          ref={results}
          role="group"
          aria-label={shownChosen ? 'Selected commits' : `Commits from ${form.branch}`}
          tabIndex={-1}
          className="mt-3 h-80 min-h-32 shrink overflow-y-auto rounded-md border"
        >
          {isPending && !shownChosen && (
            <p className="flex h-full items-center justify-center">
              <Spinner label="Loading the commits" />
            </p>
          )}
          {error && !shownChosen && (
            <div role="alert" className="flex h-full flex-col items-center justify-center gap-2 text-fg-muted">
              <p>The commits could not be loaded. {messageOf(error)}</p>
              <Button
                size="sm"
                onClick={() => {
                  results.current?.focus();
                  void refetch();
                }}
              >
                Try again
              </Button>
            </div>
          )}
          {(shownChosen || (!error && !isPending)) && commits.length === 0 && (
            <p className="flex h-full items-center justify-center text-fg-muted">
              {shownChosen ? 'No commits selected.' : 'No matching commits.'}
            </p>
          )}
          <Commits commits={commits} chosen={chosen} onChoose={choose} />
          {!shownChosen && hasNextPage && !error && (
            <p className="flex justify-center border-t p-2">
              <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </p>
          )}
        </div>
        <p role="status" className="sr-only">
          {isPending || error ? '' : `${plural(commits.length, 'commit')} listed`}
        </p>
        {problem !== null && (
          <Banner tone="danger" live className="mt-3">
            {problem}
          </Banner>
        )}
        <DialogFooter>
          <span className="mr-auto flex flex-wrap items-center gap-x-3">
            <Checkbox
              label={`Show selected only (${chosen.size})`}
              checked={shownChosen !== null}
              onCheckedChange={(isOn) => setShownChosen(isOn ? [...chosen.values()] : null)}
              className="items-center!"
            />
            {isFull && <span className="text-failed">You can add up to {form.most} commits.</span>}
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={!isChanged || isFull}>
            Save changes
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
