import type { PageLinkedPipeline, PageStage, StageAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useCallback, useEffect, useState } from 'react';
import { queryClient } from '../app/query-client.ts';
import { api } from '../lib/http.ts';
import { Menu, MenuItem, MenuLabel, MenuLinkItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { runAction } from './pipeline-actions.tsx';
import { CiStatusIcon } from './pipeline-status.tsx';

type Done = () => void | Promise<void>;

function StageJobs({ stage, onChanged, onFailed }: { stage: PageStage; onChanged: Done; onFailed: () => void }) {
  const { data, isError } = useQuery(
    {
      queryKey: ['ci', 'stage', stage.dropdown_path],
      queryFn: ({ signal }) => api.get<StageAnswer>(stage.dropdown_path, { signal }),
      staleTime: 0,
    },
    queryClient,
  );
  useEffect(() => {
    if (isError) onFailed();
  }, [isError, onFailed]);
  const note = (text: string) => (
    <MenuItem disabled onSelect={() => undefined}>
      {text}
    </MenuItem>
  );
  return (
    <>
      <MenuLabel>
        <bdi>{stage.name}</bdi>
      </MenuLabel>
      {!isError && !data && note('Loading jobs…')}
      {data?.latest_statuses.map((job) => {
        const text = (
          <span className="flex min-w-0 items-center gap-2">
            <CiStatusIcon status={job.status} />
            <bdi className="truncate">{job.name}</bdi>
          </span>
        );
        const { action } = job.status;
        return (
          <Fragment key={job.id}>
            <MenuLinkItem href={job.status.details_path ?? stage.path} native>
              {text}
            </MenuLinkItem>
            {action && action.icon !== 'cancel' && (
              <MenuItem onSelect={() => void runAction(action.path, onChanged)}>{action.title}</MenuItem>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

/** Closes when its jobs cannot be loaded. */
function StageMenu({ stage, onChanged }: { stage: PageStage; onChanged: Done }) {
  const [isOpen, setOpen] = useState(false);
  const fail = useCallback(() => {
    setOpen(false);
    toast({ text: 'Something went wrong on our end.', tone: 'failed' });
  }, []);
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={stage.title}
          title={stage.title}
          className="control control-square inline-flex size-6 items-center justify-center rounded-full hover:bg-hover"
        >
          <CiStatusIcon status={stage.status} size={16} />
        </button>
      }
    >
      <StageJobs stage={stage} onChanged={onChanged} onFailed={fail} />
    </Menu>
  );
}

function Line() {
  return <span aria-hidden className="h-px w-1.5 bg-line-strong" />;
}

const MAX_LINKED = 3;

type LinkedProps = {
  label: string;
  pipelines: readonly PageLinkedPipeline[];
  /** The page that shows all of them. */
  morePath: string;
  /** The line to the stages follows; else it stands before. */
  lineAfter?: boolean;
};

/** Pipelines before or after the stages, each a link; of more than three a number. */
export function LinkedIcons({ label, pipelines, morePath, lineAfter = false }: LinkedProps) {
  if (pipelines.length === 0) return null;
  const more = pipelines.length - MAX_LINKED;
  return (
    <>
      {!lineAfter && <Line />}
      <ul aria-label={label} className="flex items-center gap-1">
        {pipelines.slice(0, MAX_LINKED).map(({ id, path, project, details: { status } }) => {
          const title = `${project.name} #${id}: ${status.label}`;
          return (
            <li key={id}>
              <a
                href={path}
                aria-label={title}
                title={title}
                className="control control-square inline-flex size-6 items-center justify-center rounded-md border bg-sunken hover:bg-hover"
              >
                <CiStatusIcon status={status} />
              </a>
            </li>
          );
        })}
        {more > 0 && (
          <li>
            <a
              href={morePath}
              aria-label={`${more} more downstream ${more === 1 ? 'pipeline' : 'pipelines'}`}
              className="rounded-sm px-1 text-sm text-accent-fg hover:underline"
            >
              +{more}
            </a>
          </li>
        )}
      </ul>
      {lineAfter && <Line />}
    </>
  );
}

/** The stages of a pipeline as icons; each opens the list of its jobs. */
export function MiniGraph({ stages, onChanged }: { stages: readonly PageStage[]; onChanged: Done }) {
  if (stages.length === 0) return null;
  return (
    <ul aria-label="Stages" className="flex flex-wrap items-center">
      {stages.map((stage, index) => (
        <li key={stage.name} className="flex items-center">
          {index > 0 && <Line />}
          <StageMenu stage={stage} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  );
}
