import type { HookDeliveryDetail } from '@tributary/contract/projects/page.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Tabs } from '../ui/tabs.tsx';

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

function Parts({ of, headers, body }: { of: string; headers: Record<string, string>; body: string }) {
  return (
    <div className="flex flex-col gap-3">
      {Object.keys(headers).length > 0 && <CodeBlock label={`${of} headers`} text={headerText(headers)} wrap />}
      {body === '' ? (
        <p className="text-fg-muted">The body is empty.</p>
      ) : (
        <CodeBlock label={`${of} body`} text={prettyJson(body)} wrap />
      )}
    </div>
  );
}

/** What was sent and what came back. */
export function Exchange({ detail }: { detail: HookDeliveryDetail }) {
  const answer =
    detail.status === null ? (
      <p className="text-fg-muted">{detail.state === 'waiting' ? 'Waiting to be sent.' : 'No response received.'}</p>
    ) : (
      <Parts of="Response" headers={detail.responseHeaders} body={detail.responseBody} />
    );
  return (
    <Tabs
      label="Delivery details"
      items={[
        { key: 'answer', label: detail.status === null ? 'Response' : `Response ${detail.status}`, content: answer },
        {
          key: 'request',
          label: 'Request',
          content: <Parts of="Request" headers={detail.requestHeaders} body={detail.requestBody} />,
        },
      ]}
    />
  );
}
