import type { LabelEntry, MilestoneEntry, PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { ReactNode } from 'react';
import { List, ListRow } from '../ui/list-row.tsx';
import { LabelForm } from './label-form.tsx';
import { LabelRow } from './label-row.tsx';
import { MilestoneBadge, MilestoneDates, MilestoneProgress } from './milestone-facts.tsx';
import { MilestoneForm } from './milestone-form.tsx';

export const group = 'Labels and milestones';

const place: PlanningContainer = {
  kind: 'project',
  id: 1,
  name: 'Gate',
  fullPath: 'river-works/gate',
  href: '/-/gallery',
};
const above: PlanningContainer = {
  kind: 'group',
  id: 2,
  name: 'River Works',
  fullPath: 'river-works',
  href: '/-/gallery',
};
const suggestedColors = [
  { value: '#d9534f', name: 'Red' },
  { value: '#428bca', name: 'Blue' },
  { value: '#5cb85c', name: 'Green' },
];
const data = { place, suggestedColors };
const noop = (): void => undefined;

function label(id: number, name: string, parts: Partial<LabelEntry> = {}): LabelEntry {
  return {
    id,
    name,
    color: '#8e44ad',
    textColor: '#FFFFFF',
    description: '',
    scope: null,
    priority: null,
    owner: place,
    openIssuesCount: 0,
    openMergeRequestsCount: 0,
    filterHref: null,
    issuesHref: null,
    isArchived: false,
    isSubscribed: false,
    promotesTo: null,
    can: { update: true, delete: true, prioritize: true, subscribe: true },
    ...parts,
  };
}

function milestone(id: number, title: string, parts: Partial<MilestoneEntry> = {}): MilestoneEntry {
  return {
    id,
    iid: id,
    title,
    description: '',
    state: 'active',
    startDate: null,
    dueDate: null,
    isExpired: false,
    href: '/-/gallery',
    owner: place,
    progress: { total: 0, done: 0 },
    updatedAt: new Date().toISOString(),
    version: '',
    promotesTo: null,
    can: { update: true, delete: true },
    ...parts,
  };
}

const milestones = [
  milestone(1, 'Spring flood', { startDate: '2099-03-01', dueDate: '2099-04-01', progress: { total: 12, done: 5 } }),
  milestone(2, 'A milestone whose title is so long that it wraps over several lines on a telephone, which is fine', {
    dueDate: '2020-01-31',
    isExpired: true,
    progress: { total: 3, done: 3 },
  }),
  milestone(3, 'שחרור', { state: 'closed' }),
];

export const states: Record<string, ReactNode> = {
  Labels: (
    <List label="Labels">
      <LabelRow
        data={data}
        label={label(1, 'bug', {
          description: 'What is broken for somebody',
          openIssuesCount: 2,
          openMergeRequestsCount: 3,
          filterHref: '/',
        })}
      />
      <LabelRow
        data={data}
        label={label(2, 'kind::feature', {
          owner: above,
          isSubscribed: true,
          can: { update: false, delete: false, prioritize: true, subscribe: true },
        })}
      />
      <LabelRow
        data={data}
        label={label(3, 'A label with a name so long that it has to be cut somewhere in the row')}
      />
      <LabelRow data={data} label={label(4, 'يحتاج مراجعة', { color: '#ffffff' })} />
    </List>
  ),
  'A label in change': (
    <LabelForm
      hasPriority
      label={label(5, 'kind::bug', { color: '#428bca' })}
      suggestedColors={suggestedColors}
      submitLabel="Save changes"
      onSubmit={async () => noop()}
      onCancel={noop}
    />
  ),
  Milestones: (
    <List label="Milestones">
      {milestones.map((each) => (
        <ListRow
          key={each.id}
          title={<bdi>{each.title}</bdi>}
          href={each.href}
          badges={<MilestoneBadge milestone={each} />}
          meta={<MilestoneDates milestone={each} />}
          trailing={<MilestoneProgress milestone={each} />}
        />
      ))}
    </List>
  ),
  'A new milestone': (
    <MilestoneForm
      milestone={null}
      place="milestone-new-gallery"
      autoFocus
      writing={{ previewMarkdownPath: '/-/gallery/preview_markdown', uploadsPath: null }}
      submitLabel="Create milestone"
      onSubmit={async () => noop()}
      onClose={noop}
    />
  ),
};
