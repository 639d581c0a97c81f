import type { HookDeliveryCard, HookDeliveryDetail } from '@tributary/contract/projects/page.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../app/query-client.ts';
import { reloadPage } from '../app/navigation.tsx';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { Time } from '../lib/time.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { Exchange } from './exchange.tsx';

export type DeliveryDialogProps = {
  delivery: HookDeliveryCard;
  basePath: string;
  onClose: () => void;
  onSent: (delivery: HookDeliveryDetail) => void;
};

/** What was sent and what came back, with the way to send it again. */
export function DeliveryDialog({ delivery, basePath, onClose, onSent }: DeliveryDialogProps) {
  const path = `${basePath}/${delivery.id}`;
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['hook-delivery', path],
      queryFn: ({ signal }) => api.get<HookDeliveryDetail>(path, { signal }),
    },
    queryClient,
  );
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const resend = async (target: string) => {
    setBusy(true);
    setFailure(null);
    try {
      onSent(await api.post<HookDeliveryDetail>(target));
      await reloadPage();
      onClose();
    } catch (reason) {
      setFailure(messageOf(reason));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${delivery.event} delivery`}
      text={
        <>
          Attempt {delivery.attempt}, <Time value={delivery.at} />
          {data && <span className="block wrap-anywhere">{data.url}</span>}
        </>
      }
      width="lg"
    >
      <div className="flex flex-col gap-3">
        {failure !== null && (
          <Banner tone="danger" live>
            {failure}
          </Banner>
        )}
        {delivery.error !== null && <Banner tone="danger">{delivery.error}</Banner>}
        {data && (
          <div>
            <Button busy={isBusy} onClick={() => void resend(data.resendPath)}>
              Send again
            </Button>
          </div>
        )}
        {error ? (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <Exchange detail={data} />
        ) : (
          <SkeletonRows rows={4} label="Loading the delivery" />
        )}
      </div>
    </Dialog>
  );
}
