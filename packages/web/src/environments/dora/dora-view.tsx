import { DORA_DAYS, type DoraFigure, type DoraPageData } from '@tributary/contract/environments/dora-page.ts';
import type { DoraMetric } from '@tributary/contract/environments/dora.ts';
import { TIERS } from '@tributary/contract/environments/status.ts';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { formatDay, formatDayRange } from '../../lib/calendar-day.ts';
import { Card } from '../../ui/card.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { Table } from '../../ui/table.tsx';
import { DoraChart } from './dora-chart.tsx';
import { changeInPercent, formatFigure, METRIC_TEXTS } from './dora-format.ts';

const TIER_NAMES = {
  production: 'Production',
  staging: 'Staging',
  testing: 'Testing',
  development: 'Development',
  other: 'Other',
} as const;

/** A value of zero that was measured. */
const NONE: Readonly<Record<DoraMetric, string>> = {
  deployment_frequency: 'No deployment succeeded',
  lead_time_for_changes: 'Changes were deployed immediately',
  time_to_restore_service: 'Service was restored immediately',
  change_failure_rate: 'No deployment failed',
};

function Change({ figure, days }: { figure: DoraFigure; days: number }) {
  const { metric, value, before } = figure;
  const change = changeInPercent(value, before);
  const was = `${formatFigure(metric, before, days)} in the ${days} days before`;
  if (change === null) return <span className="text-fg-muted">{before === null ? 'No earlier value' : was}</span>;
  const isGood = change === 0 || change < 0 === METRIC_TEXTS[metric].isLessBetter;
  return (
    <span className="text-fg-muted">
      <span className={change === 0 ? '' : isGood ? 'text-success' : 'text-failed'}>
        {change > 0 && '+'}
        {change}%
      </span>{' '}
      ({was})
    </span>
  );
}

function Figure({ figure, days }: { figure: DoraFigure; days: number }) {
  const { metric, value, points } = figure;
  const { title, text } = METRIC_TEXTS[metric];
  const measured = points.filter((point) => point.value !== null && point.value !== 0);
  return (
    <Card label={title} className="flex flex-col gap-2 p-4">
      <div>
        <h2 className="text-h3">{title}</h2>
        <p className="text-sm text-fg-muted">{text}</p>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-h1 tabular-nums">{formatFigure(metric, value, days)}</strong>
        <Change figure={figure} days={days} />
      </p>
      {measured.length === 0 ? (
        <p className="py-6 text-center text-fg-muted">
          {value === null || value > 0 ? 'Nothing to measure' : NONE[metric]} in these {days} days.
        </p>
      ) : (
        <>
          <DoraChart metric={metric} points={points} label={`${title} by day. The table below has the values.`} />
          <Collapsible title="Show as table">
            <Table
              label={`${title} by day`}
              rows={measured}
              rowKey={({ date }) => date}
              columns={[
                { key: 'date', header: 'Day', primary: true, render: ({ date }) => formatDay(date) },
                { key: 'value', header: title, align: 'end', render: (point) => formatFigure(metric, point.value, 1) },
              ]}
            />
          </Collapsible>
        </>
      )}
    </Card>
  );
}

/** The four figures of delivery, with their course. */
export function DoraView() {
  const { data } = usePage<DoraPageData>();
  const { setSearch, hrefWith } = usePageUrl();
  const { days, tier, from, to, figures, container } = data;
  return (
    <PageBody width="full">
      <PageHeader
        title="DORA metrics"
        meta={`How changes are delivered${container.kind === 'group' ? ' in all projects of the group' : ''}: ${formatDayRange(from, to)}`}
        actions={
          <Select
            label="Environments"
            value={tier}
            onValueChange={(next) => void setSearch({ tier: next === 'production' ? null : next })}
            options={TIERS.map((each) => ({ value: each, label: TIER_NAMES[each] }))}
          />
        }
      />
      <LinkTabs
        label="Days"
        className="mb-4"
        items={DORA_DAYS.map((each) => ({
          key: String(each),
          label: `${each} days`,
          active: each === days,
          href: hrefWith({ days: each === 30 ? null : String(each) }),
        }))}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {figures.map((figure) => (
          <Figure key={figure.metric} figure={figure} days={days} />
        ))}
      </div>
    </PageBody>
  );
}
