import type { ReactNode } from 'react';
import type { StatusGroup } from '../../../ui/status-icon.tsx';

/** One entry of the details of a report; entries below it are shown when it is opened. */
export type ReportItem = {
  key: string;
  /** Stands above this and the following entries. */
  header?: string;
  status?: { group: StatusGroup; label: string };
  text: ReactNode;
  supportingText?: ReactNode;
  subtext?: ReactNode;
  badge?: string;
  href?: string;
  /** Opens a dialog with these facts. */
  details?: { title: string; facts: { label: string; value: ReactNode }[] };
  children?: ReportItem[];
};

/** A report as its row shows it. */
export type ReportView = {
  group: StatusGroup;
  /** Says the icon in words. */
  status: string;
  summary: string;
  subtitle?: string;
  actions?: { text: string; href: string }[];
  items: ReportItem[];
};

export type ReportSummary = Omit<ReportView, 'items'>;

/** How a kind of report is called and read. `view` gets what the path of the report answers. */
export type ReportDefinition<Answer, Collapsed = never> = {
  name: string;
  loading: string;
  failure: string;
  view: (answer: Answer) => ReportView;
  /** Of the answer without details, where there is a path for it: the details come when the row is opened. */
  collapsedView?: (answer: Collapsed) => ReportSummary;
};
