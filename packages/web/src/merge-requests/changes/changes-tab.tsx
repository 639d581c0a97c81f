import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useMemo } from 'react';
import { usePageUrl, useShell } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { parseOneOf, storage } from '../../lib/storage.ts';
import { useStable } from '../../lib/use-stable.ts';
import type { DiffParams } from '../queries.ts';
import { ChangesView } from './changes-view.tsx';
import { useLineComments } from './use-line-comments.tsx';

const VIEW_KEY = 'diff_view';
const parseView = parseOneOf('inline', 'parallel');

/** The comparison that the address names; the view falls back to what this person last chose. */
function useDiffParams(): DiffParams {
  const { search } = usePageUrl();
  const { viewer } = useShell();
  const preferred = viewer?.preferences['diff_view'];
  const showsWhitespace = viewer?.preferences['show_whitespace_in_diffs'];
  const text = search.toString();
  return useMemo(() => {
    const named = new URLSearchParams(text);
    const view = parseView(named.get('view')) ?? parseView(preferred) ?? storage.get(VIEW_KEY, 'inline', parseView);
    const w = named.get('w') ?? (showsWhitespace === false ? '1' : '0');
    const params: DiffParams = { view, w: w === '1' ? 1 : 0 };
    for (const name of ['diff_id', 'start_sha', 'commit_id'] as const) {
      const value = named.get(name);
      if (value !== null) params[name] = value;
    }
    return params;
  }, [text, preferred, showsWhitespace]);
}

export default function ChangesTab({ page }: { page: MergeRequestShowPageData }) {
  const { setSearch } = usePageUrl();
  const { viewer } = useShell();
  const params = useDiffParams();
  const comments = useLineComments();
  // The page is asked for again after each act on it; the loaded files stay.
  const addresses = useStable(page.diffs);
  const chooseView = (view: DiffParams['view']) => {
    storage.set(VIEW_KEY, view);
    void setSearch({ view }, { replace: true });
  };
  const chooseWhitespace = (isShown: boolean) => {
    // A preference that could not be kept is no reason to interrupt the reader.
    if (viewer)
      api.put('/api/v4/user/preferences', { body: { show_whitespace_in_diffs: isShown } }).catch(() => undefined);
    void setSearch({ w: isShown ? '0' : '1' }, { replace: true });
  };
  return (
    <ChangesView
      mergeRequest={page}
      addresses={addresses}
      params={params}
      comments={comments}
      onView={chooseView}
      onWhitespace={chooseWhitespace}
    />
  );
}
