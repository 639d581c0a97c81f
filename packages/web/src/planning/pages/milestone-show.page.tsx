import type { MilestoneItem, MilestoneShowPageData } from '@tributary/contract/planning/page.ts';
import { ArrowUpToLine, MoreHorizontal, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { focusAfterChange } from '../../app/next-focus.ts';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { formatCount } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Label } from '../../ui/label.tsx';
import { Link } from '../../ui/link.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { confirmPromotion } from '../confirm-promotion.ts';
import { containerApi } from '../labels-api.ts';
import { MilestoneBadge, MilestoneDates, MilestoneProgress } from '../milestone-facts.tsx';
import { MilestoneForm, milestoneDraftScope } from '../milestone-form.tsx';
import { useAutosavedForm } from '../use-autosaved-form.ts';

function ItemRow({ item }: { item: MilestoneItem }) {
  return (
    <ListRow
      title={<bdi>{item.title}</bdi>}
      href={item.href}
      badges={
        <>
          <StateBadge state={item.state} />
          {item.labels.map((label) => (
            <Label key={label.id} title={label.name} color={label.color} description={label.description} />
          ))}
        </>
      }
      meta={item.reference}
      trailing={
        item.people.length > 0 ? <AvatarStack label="Assignees" people={item.people} size={20} max={3} /> : undefined
      }
    />
  );
}

function ItemSection({ section }: { section: MilestoneShowPageData['sections'][number] }) {
  return (
    <section aria-label={section.title} className="pt-6">
      <h2 className="pb-2 text-h3 font-semibold">
        {section.title} <span className="font-normal text-fg-muted">{formatCount(section.total)}</span>
      </h2>
      {section.items.length === 0 ? (
        <p className="text-fg-muted">Nothing in this milestone yet.</p>
      ) : (
        <List label={section.title}>
          {section.items.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </List>
      )}
      {section.total > section.items.length && section.items.length > 0 && (
        <p className="pt-2 text-sm text-fg-muted">
          {`Showing the first ${formatCount(section.items.length)} of ${formatCount(section.total)}. `}
          <Link href={section.listHref}>{`View all ${section.title.toLowerCase()} in this milestone`}</Link>
        </p>
      )}
    </section>
  );
}

function Releases({ releases }: Pick<MilestoneShowPageData, 'releases'>) {
  return (
    <section aria-label="Releases" className="pt-6">
      <h2 className="pb-2 text-h3 font-semibold">
        Releases <span className="font-normal text-fg-muted">{formatCount(releases.length)}</span>
      </h2>
      <List label="Releases">
        {releases.map(({ name, href, projectPath, releasedAt }) => (
          <ListRow
            key={href}
            title={<bdi>{name}</bdi>}
            href={href}
            meta={
              <>
                {projectPath !== null && (
                  <>
                    <bdi>{projectPath}</bdi> ·{' '}
                  </>
                )}
                <Time value={releasedAt} />
              </>
            }
          />
        ))}
      </List>
    </section>
  );
}

type ActionsProps = {
  milestone: MilestoneShowPageData['milestone'];
  path: string;
  onEdit: () => void;
  onFail: (message: string | null) => void;
  editButton: RefObject<HTMLButtonElement | null>;
};

function Actions({ milestone, path, onEdit, onFail, editButton }: ActionsProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    onFail(null);
    try {
      await work();
    } catch (error) {
      onFail(messageOf(error));
    }
    setBusy(false);
  };
  const toggle = () =>
    run(async () => {
      await api.put(path, { body: { state_event: milestone.state === 'active' ? 'close' : 'activate' } });
      await showSaved();
    });
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete milestone ${milestone.title}?`,
      text: 'Its issues and merge requests are kept, but they no longer have a milestone.',
      action: 'Delete milestone',
      danger: true,
    });
    if (!isSure) return;
    await run(async () => {
      await api.delete(path);
      await navigate(milestone.href.replace(/\/\d+$/, ''), { replace: true });
    });
  };
  const promote = async (group: string) => {
    if (!(await confirmPromotion('milestone', milestone.title, group))) return;
    await run(async () => {
      const { web_url: url } = await api.post<{ web_url: string }>(`${path}/promote`);
      await navigate(new URL(url).pathname, { replace: true });
    });
  };
  return (
    <>
      {milestone.can.update && (
        <>
          <Button ref={editButton} onClick={onEdit}>
            Edit
          </Button>
          <Button busy={isBusy} onClick={() => void toggle()}>
            {milestone.state === 'active' ? 'Close' : 'Reopen'}
          </Button>
        </>
      )}
      {milestone.can.delete && (
        <Menu align="end" trigger={<IconButton icon={MoreHorizontal} label="More actions" />}>
          {milestone.promotesTo !== null && (
            <MenuItem icon={ArrowUpToLine} onSelect={() => void promote(milestone.promotesTo ?? '')}>
              Promote to group milestone
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
            Delete milestone
          </MenuItem>
        </Menu>
      )}
    </>
  );
}

export default function MilestoneShowPage() {
  const { data } = usePage<MilestoneShowPageData>();
  const { milestone } = data;
  const place = milestoneDraftScope(milestone, milestone.owner);
  const { form: editing, open, close } = useAutosavedForm(place, milestone.can.update);
  const [failure, setFailure] = useState<string | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const path = `${containerApi(milestone.owner)}/milestones/${milestone.id}`;
  const leaveEditing = () => focusAfterChange(close, editButton);
  return (
    <PageBody>
      <PageHeader
        badge={<MilestoneBadge milestone={milestone} />}
        title={<bdi>{milestone.title}</bdi>}
        meta={<MilestoneDates milestone={milestone} />}
        actions={
          editing === null && (
            <Actions milestone={milestone} path={path} onEdit={open} onFail={setFailure} editButton={editButton} />
          )
        }
      />
      {failure !== null && (
        <Banner tone="danger" live className="mb-3">
          {failure}
        </Banner>
      )}
      {editing ? (
        <MilestoneForm
          milestone={milestone}
          place={place}
          autoFocus={editing.autoFocus}
          writing={data.writing}
          submitLabel="Save changes"
          onSubmit={async (body, headers) => {
            await api.put(path, { body, headers });
            // It is saved, whether it can be shown at once or not.
            await reloadPage().catch(() => undefined);
          }}
          onClose={leaveEditing}
        />
      ) : (
        <>
          {milestone.descriptionHtml !== '' && <Prose html={milestone.descriptionHtml} />}
          <div className="pt-3">
            <MilestoneProgress milestone={milestone} />
          </div>
        </>
      )}
      {data.sections.map((section) => (
        <ItemSection key={section.key} section={section} />
      ))}
      {data.releases.length > 0 && <Releases releases={data.releases} />}
    </PageBody>
  );
}
