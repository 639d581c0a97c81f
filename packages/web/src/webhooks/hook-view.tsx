import type { HookPageData } from '@tributary/contract/projects/page.ts';
import { MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, useNavigate, usePage } from '../app/navigation.tsx';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { PageBody } from '../ui/page-body.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RowProblem } from '../ui/row-problem.tsx';
import { Section } from '../ui/section.tsx';
import { Deliveries } from './deliveries.tsx';
import { HookForm } from './hook-form.tsx';

/** Why it is not called any more, and the way to start again: saving it gives a webhook a fresh start. */
function StoppedBanner({ hook, path }: { hook: HookPageData['hook']; path: string }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (hook.status === 'executable') return null;
  const start = async () => {
    setBusy(true);
    try {
      await api.put(path, { body: { url: hook.url } });
      await reloadPage();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Banner
      tone="warning"
      className="mb-3"
      title={hook.status === 'disabled' ? 'This webhook is disabled' : 'This webhook is paused'}
      action={
        <Button size="sm" busy={isBusy} onClick={() => void start()}>
          Re-enable
        </Button>
      }
    >
      {hook.statusReason}
      <RowProblem text={failure} />
    </Banner>
  );
}

/** One webhook of a project or of the instance, with what it sent. */
export function HookView() {
  const { data } = usePage<HookPageData>();
  const { hook } = data;
  const path = `${data.api}/${hook.id}`;
  const noun = data.scope === 'system' ? 'system hook' : 'webhook';
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete this ${noun}?`,
      text: `The ${noun} stops sending events, and its delivery log is deleted.`,
      action: `Delete ${noun}`,
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.delete(path);
      await navigate(hook.href.replace(/\/\d+$/, ''), { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <PageBody>
      <PageHeader
        title={hook.name === '' ? data.scope === 'system' ? 'System hook' : 'Webhook' : <bdi>{hook.name}</bdi>}
        meta={hook.url}
        actions={
          <Menu align="end" trigger={<IconButton icon={MoreHorizontal} label="More actions" />}>
            <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
              Delete {noun}
            </MenuItem>
          </Menu>
        }
      />
      {failure !== null && (
        <Banner tone="danger" live className="mb-3">
          {failure}
        </Banner>
      )}
      <StoppedBanner hook={hook} path={path} />
      <Deliveries data={data} />
      <Section title="Settings" className="pt-6!">
        <HookForm
          hook={hook}
          events={data.events}
          isEventRequired={data.scope !== 'system'}
          submitLabel="Save changes"
          onSubmit={async (body) => {
            await api.put(path, { body });
            await reloadPage();
          }}
        />
      </Section>
    </PageBody>
  );
}
