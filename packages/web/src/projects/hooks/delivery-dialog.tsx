import type { HookDeliveryCard, HookDeliveryDetail } from '@tributary/contract/projects/page.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

function headerText(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // Not JSON: shown as it was sent.
  }
}

function Exchange({ detail }: { detail: HookDeliveryDetail }) {
  return (
    <div className="flex flex-col gap-3">
      {detail.error !== null && <Banner tone="danger">{detail.error}</Banner>}
      <p className="text-fg-muted wrap-anywhere">
        {detail.url} · attempt {detail.attempt} · <Time value={detail.at} />
      </p>
      <h3 className="font-medium">Request</h3>
      <CodeBlock label="Request headers" text={headerText(detail.requestHeaders)} wrap />
      <CodeBlock label="Request body" text={prettyJson(detail.requestBody)} wrap />
      <h3 className="font-medium">{detail.status === null ? 'Answer' : `Answer ${detail.status}`}</h3>
      {detail.status === null ? (
        <p className="text-fg-muted">No answer came.</p>
      ) : (
        <>
          <CodeBlock label="Answer headers" text={headerText(detail.responseHeaders)} wrap />
          <CodeBlock label="Answer body" text={detail.responseBody} wrap />
        </>
      )}
    </div>
  );
}

/** What was sent and what came back, with the way to send it again. */
export function DeliveryDialog(props: {
  delivery: HookDeliveryCard;
  basePath: string;
  onClose: () => void;
  onSent: (delivery: HookDeliveryDetail) => void;
}) {
  const path = `${props.basePath}/${props.delivery.id}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['hook-delivery', path],
    queryFn: ({ signal }) => api.get<HookDeliveryDetail>(path, { signal }),
  });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const resend = async (target: string) => {
    setBusy(true);
    try {
      props.onSent(await api.post<HookDeliveryDetail>(target));
      await reloadPage();
      props.onClose();
    } catch (reason) {
      setFailure(messageOf(reason));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={`${props.delivery.event} delivery`}
      width="lg"
    >
      {failure !== null && (
        <Banner tone="danger" live className="mb-3">
          {failure}
        </Banner>
      )}
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Exchange detail={data} />
      ) : (
        <SkeletonRows rows={4} label="Loading the delivery" />
      )}
      <DialogFooter>
        <Button onClick={props.onClose}>Close</Button>
        {data && (
          <Button variant="primary" busy={isBusy} onClick={() => void resend(data.resendPath)}>
            Send again
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
