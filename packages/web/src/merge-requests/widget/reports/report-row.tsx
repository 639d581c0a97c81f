import { ChevronDown } from 'lucide-react';
import clsx from 'clsx';
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { ReportItems } from './report-items.tsx';
import { ReportLine } from './report-line.tsx';
import type { ReportDefinition, ReportSummary, ReportView } from './report-model.ts';
import { useReport } from './use-report.ts';

/** A longer press selects text. */
const SHORT_PRESS_MS = 200;

/** For a row whose button does the same: pressed anywhere beside its controls. */
function useShortPress(toggle: () => void) {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    onPointerDown: ({ timeStamp }: PointerEvent) => {
      pressedAt.current = timeStamp;
    },
    onPointerUp: ({ timeStamp, target, button }: PointerEvent) => {
      const isOnControl = target instanceof Element && target.closest('a, button') !== null;
      // Other buttons of a mouse open menus.
      if (button === 0 && !isOnControl && timeStamp - pressedAt.current < SHORT_PRESS_MS) toggle();
    },
  };
}

function Summary({ view, details }: { view: ReportSummary; details: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const press = useShortPress(() => setOpen(!isOpen));
  const { group, status, summary, subtitle, actions = [] } = view;
  return (
    <ReportLine
      {...(details !== null && press)}
      details={
        <div id={id} hidden={!isOpen}>
          {isOpen && details}
        </div>
      }
    >
      <StatusIcon group={group} label={status} size={16} />
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {summary}
        {subtitle !== undefined && <span className="block text-sm text-fg-muted">{subtitle}</span>}
      </span>
      {actions.map(({ text, href }) => (
        <Button asChild key={text} size="sm" variant="ghost">
          <a href={href}>{text}</a>
        </Button>
      ))}
      {details !== null && (
        <Button size="sm" variant="ghost" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Collapse' : 'Expand'}
          <ChevronDown
            size={14}
            aria-hidden
            className={clsx('transition-transform duration-[var(--motion-quick)]', isOpen && 'rotate-180')}
          />
        </Button>
      )}
    </ReportLine>
  );
}

type DetailsProps = Pick<ReportRowProps, 'definition' | 'path' | 'version'>;

/** What is asked for when the row is opened, where its summary came without. */
function Details({ definition, path, version }: DetailsProps) {
  const state = useReport<never>(path, version);
  if (state.kind === 'ready') return <ReportItems items={definition.view(state.answer).items} />;
  const isError = state.kind === 'error';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 pl-7 text-fg-muted">
      <span role={isError ? 'alert' : 'status'}>{isError ? 'Failed to load' : 'Loading...'}</span>
      {isError && (
        <Button size="sm" busy={state.isRetrying} onClick={state.retry}>
          Retry
        </Button>
      )}
    </div>
  );
}

type ReportRowProps = {
  // Each definition reads the answer of its own path.
  definition: ReportDefinition<never>;
  path: string;
  collapsedPath: string | undefined;
  version: string;
  actions: NonNullable<ReportView['actions']>;
};

/** The row of one report: loading, failed with a way to try again, or its summary with details. */
export function ReportRow({ definition, path, collapsedPath, version, actions }: ReportRowProps) {
  const collapsed = collapsedPath === undefined ? undefined : definition.collapsedView;
  const state = useReport<never>(collapsed && collapsedPath !== undefined ? collapsedPath : path, version);
  if (state.kind === 'ready') {
    const withActions = (view: ReportSummary) => ({ ...view, actions: [...(view.actions ?? []), ...actions] });
    if (collapsed) {
      const details = <Details definition={definition} path={path} version={version} />;
      return <Summary view={withActions(collapsed(state.answer))} details={details} />;
    }
    const view = definition.view(state.answer);
    const details = view.items.length > 0 ? <ReportItems items={view.items} /> : null;
    return <Summary view={withActions(view)} details={details} />;
  }
  const isError = state.kind === 'error';
  return (
    <ReportLine>
      <StatusIcon group={isError ? 'failed' : 'running'} label={isError ? 'Failed' : 'Loading'} size={16} />
      <span role={isError ? 'alert' : 'status'} className="min-w-0 flex-1 basis-48">
        {isError ? definition.failure : definition.loading}
      </span>
      {isError && (
        <Button size="sm" busy={state.isRetrying} onClick={state.retry}>
          Retry
        </Button>
      )}
    </ReportLine>
  );
}
