import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { ReportItem } from './report-model.ts';

/** More are shown when they are wanted: a report can have thousands. */
const STEP = 50;

function DetailsDialog({ details, onClose }: { details: NonNullable<ReportItem['details']>; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={details.title} width="lg">
      <dl className="flex flex-col gap-3">
        {details.facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-fg-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Text({ item: { text, href, details } }: { item: ReportItem }) {
  const [isOpen, setOpen] = useState(false);
  if (details) {
    return (
      <>
        <button
          type="button"
          className="control rounded-sm text-left text-accent-fg underline decoration-from-font underline-offset-2"
          onClick={() => setOpen(true)}
        >
          {text}
        </button>
        {isOpen && <DetailsDialog details={details} onClose={() => setOpen(false)} />}
      </>
    );
  }
  return href === undefined ? text : <TextLink href={href}>{text}</TextLink>;
}

function Item({ item }: { item: ReportItem }) {
  const { header, status, supportingText, subtext, badge, children = [] } = item;
  return (
    <li className="py-1">
      {header !== undefined && <h4 className="pt-1 font-medium">{header}</h4>}
      <div className="flex items-start gap-2">
        {status && <StatusIcon group={status.group} label={status.label} size={14} className="mt-0.5" />}
        <div className="min-w-0 flex-1 wrap-anywhere">
          <Text item={item} /> {badge !== undefined && <Badge>{badge}</Badge>}
          {supportingText !== undefined && <span className="block text-sm">{supportingText}</span>}
          {subtext !== undefined && <span className="block text-sm text-fg-muted">{subtext}</span>}
        </div>
      </div>
      {children.length > 0 && (
        <div className="pl-5">
          <Rows items={children} />
        </div>
      )}
    </li>
  );
}

function Rows({ items }: { items: readonly ReportItem[] }) {
  const [count, setCount] = useState(STEP);
  return (
    <>
      <ul>
        {items.slice(0, count).map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
      {items.length > count && (
        <Button size="sm" variant="ghost" onClick={() => setCount(count + STEP)}>
          {`Show more (${items.length - count})`}
        </Button>
      )}
    </>
  );
}

/** The details of a report, at most three levels deep. */
export function ReportItems({ items }: { items: readonly ReportItem[] }) {
  return (
    <div className="max-h-80 overflow-y-auto pt-1 pl-7">
      <Rows items={items} />
    </div>
  );
}
