import { AUTO_MERGE_STRATEGIES } from '@tributary/contract/merge-requests/auto-merge.ts';
import type {
  MergeAnswer,
  MergeBody,
  WidgetData,
  WidgetPipelinePart,
} from '@tributary/contract/merge-requests/widget.ts';
import { chooseWidgetState, widgetFacts, type WidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { api } from '../../lib/http.ts';
import { serverPollInterval } from '../../lib/poll-interval.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { countUnchanged, isAbout, isAboutTrain, isBesideTrain, nextWidgetPollMs } from './widget-polling.ts';
import { IDLE, type MergeEvent, type MergeFlow, mergeMachine } from './merge.machine.ts';

/** News of the project that change whether something can be merged: settings, archiving, protection and members. */
const OF_PROJECT = new Set(['changed', 'protection_changed', 'access_changed', 'approval_rules_changed']);
/** Answers that say it is merged later: the widget shows how. */
const IN_PROGRESS: ReadonlySet<string> = new Set(AUTO_MERGE_STRATEGIES);
const NEW_CHANGES = 'Merge blocked: new changes were just added';

function widgetKey(path: string) {
  return ['merge-requests', 'widget', path];
}

/** What the server said of the next time; negative: not any more. */
let saidMs = 0;

async function fetchWidget(path: string, signal: AbortSignal): Promise<WidgetData> {
  const response = await api.raw('GET', path, { signal });
  saidMs = serverPollInterval(response, 0);
  return (await response.json()) as WidgetData;
}

/** The head that the reader was shown; `see` takes over one that they made or looked at themselves. */
export type SeenHead = { sha: string | null; see: (sha: string | null) => void };

export type Widget = {
  data: WidgetData;
  /** The panel to show: also by the head that this page was loaded with, which the server does not know. */
  state: WidgetState;
  flow: MergeFlow;
  isStale: boolean;
  /** True when it is merged. */
  merge: (body: Omit<MergeBody, 'sha'>, headers: Record<string, string>) => Promise<boolean>;
  refresh: () => Promise<void>;
  /** Of its pipelines alone. */
  refreshPipeline: () => Promise<void>;
  /** Takes the new head of an act of the reader's own for seen. */
  seeHead: SeenHead['see'];
  /** Runs an act of a panel, then shows what is true. Throws its failure. */
  act: (work: () => Promise<unknown>) => Promise<void>;
  dismissFailure: () => void;
};

/**
 * The button that was pressed goes with its panel. From the press on, until the reader moves focus themselves, it is
 * put on the sentence of each panel that follows.
 */
function useFocusOnState(panel: WidgetState, state: string, ofPage: WidgetData, flow: MergeFlow): () => void {
  const isFollowing = useRef(false);
  useEffect(() => {
    const stop = (event: Event) => {
      if (!(event.target instanceof HTMLElement && event.target.matches('[data-widget-sentence]'))) {
        isFollowing.current = false;
      }
    };
    document.addEventListener('focusin', stop);
    return () => document.removeEventListener('focusin', stop);
  }, []);
  useEffect(() => {
    if (isFollowing.current) {
      focusWhenRendered(() => document.querySelector<HTMLElement>('[data-merge-state] [data-widget-sentence]'), {
        ifLost: true,
      });
    }
  }, [panel, state, ofPage.state, flow.state]);
  return () => {
    isFollowing.current = true;
  };
}

/** A merge that another page or a restart left behind is watched: it ends as merged, or as failed with its reason. */
function useMergeSeenByPolling(
  { merge_ongoing: isOngoing, state, merge_error: error }: WidgetData,
  send: (event: MergeEvent) => void,
) {
  const wasOngoing = useRef(isOngoing);
  useEffect(() => {
    const hasEnded = wasOngoing.current && !isOngoing;
    wasOngoing.current = isOngoing;
    if (!hasEnded) return;
    if (state === 'merged') void reloadPage();
    else if (state === 'opened' && error) send({ type: 'fail', error });
  }, [isOngoing, state, error, send]);
}

/** While jobs run, only the pipelines are fetched again; where the status changed, what can be merged may have too. */
function useRefreshPipeline(path: string, pipelinePath: string, refresh: () => Promise<void>): () => Promise<void> {
  return useCallback(async () => {
    const part = await api.get<WidgetPipelinePart>(pipelinePath).catch(() => null);
    const before = queryClient.getQueryData<WidgetData>(widgetKey(path));
    if (!part || !before || before.ci_status !== part.ci_status || before.has_ci !== part.has_ci) return refresh();
    queryClient.setQueryData<WidgetData>(widgetKey(path), { ...before, ...part });
    return undefined;
  }, [path, pipelinePath, refresh]);
}

function useIsHidden(): boolean {
  return useSyncExternalStore(
    (notify) => {
      document.addEventListener('visibilitychange', notify);
      return () => document.removeEventListener('visibilitychange', notify);
    },
    () => document.visibilityState === 'hidden',
  );
}

/** Live state of the merge widget: pushed by messages, polled as the safety net, shown at once from the page's data. */
export function useWidget(initial: WidgetData, topic: string, seen: SeenHead): Widget {
  const path = initial.merge_request_widget_path;
  const [flow, send] = useReducer(mergeMachine, IDLE);
  const isFailed = flow.state === 'failed';
  const [unchanged] = useState(countUnchanged);
  const isHidden = useIsHidden();
  const query = useQuery(
    {
      queryKey: widgetKey(path),
      queryFn: ({ signal }) => fetchWidget(path, signal),
      initialData: initial,
      // A failed merge is read first; then what is true now is asked for.
      refetchInterval: ({ state }) =>
        isFailed ? false : nextWidgetPollMs(state.data, saidMs, unchanged(state.data, state.dataUpdateCount), isHidden),
      refetchIntervalInBackground: isHidden && isBesideTrain(queryClient.getQueryData<WidgetData>(widgetKey(path))),
    },
    queryClient,
  );
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: widgetKey(path) }), [path]);
  const refreshPipeline = useRefreshPipeline(path, initial.merge_request_pipeline_path, refresh);
  useRealtime(topic, (message) => {
    if (isAbout('merge', message)) void refresh();
  });
  useRealtime(`project:${initial.target_project_id}`, (message) => {
    if (OF_PROJECT.has(message.event) || isAboutTrain(message, initial.target_branch)) void refresh();
  });
  useEffect(() => {
    if (flow.state !== 'failed') return undefined;
    const timer = setInterval(() => send({ type: 'tick' }), 1_000);
    return () => clearInterval(timer);
  }, [flow.state]);
  useEffect(() => {
    if (!isFailed) void refresh();
  }, [isFailed, refresh]);
  useMergeSeenByPolling(query.data, send);

  const state = chooseWidgetState(widgetFacts(query.data, seen.sha));
  const followState = useFocusOnState(state, query.data.state, initial, flow);
  const merge = async (body: Omit<MergeBody, 'sha'>, headers: Record<string, string>) => {
    send({ type: 'start' });
    followState();
    try {
      const answer = await api.post<MergeAnswer>(query.data.merge_path ?? '', {
        // What was seen, and not what arrived since: the server refuses another head.
        body: { ...body, sha: seen.sha },
        headers,
      });
      if (IN_PROGRESS.has(answer.status)) {
        await refresh();
        send({ type: 'done' });
        return true;
      }
      if (answer.status === 'success') {
        await reloadPage();
        await refresh();
        send({ type: 'done' });
        return true;
      }
      if (answer.status === 'sha_mismatch') {
        await refresh();
        const head = queryClient.getQueryData<WidgetData>(widgetKey(path))?.diff_head_sha;
        // The panel of the new state tells it; where that did not arrive, the flow does.
        send(head === seen.sha ? { type: 'fail', error: NEW_CHANGES } : { type: 'done' });
      } else {
        send({ type: 'fail', error: answer.merge_error ?? '' });
      }
    } catch {
      send({ type: 'fail', error: 'Something went wrong. Please try again.' });
    }
    return false;
  };
  const act = async (work: () => Promise<unknown>) => {
    await work();
    followState();
    await reloadPage();
    await refresh();
  };
  return {
    data: query.data,
    state,
    flow,
    isStale: query.isError,
    merge,
    refresh,
    refreshPipeline,
    seeHead: seen.see,
    act,
    dismissFailure: () => send({ type: 'refresh' }),
  };
}
