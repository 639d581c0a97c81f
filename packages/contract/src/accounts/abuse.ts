import type { UserView } from './user-view.ts';

/** Why someone is reported, in the order the choices are shown. */
export const ABUSE_CATEGORIES = [
  'spam',
  'offensive',
  'phishing',
  'crypto',
  'credentials',
  'copyright',
  'malware',
  'other',
] as const;
export type AbuseCategory = (typeof ABUSE_CATEGORIES)[number];

export const ABUSE_TEXTS: Record<AbuseCategory, string> = {
  spam: "They're posting spam.",
  offensive: "They're being offensive or abusive.",
  phishing: "They're phishing.",
  crypto: "They're crypto mining.",
  credentials: "They're posting personal information or credentials.",
  copyright: "They're violating a copyright or trademark.",
  malware: "They're posting malware.",
  other: 'Something else.',
};

export const abusePaths = { report: '/-/abuse_reports/add_category', list: '/admin/abuse_reports' } as const;

export type AbuseReportItem = {
  id: number;
  category: AbuseCategory;
  createdAt: string;
  user: UserView;
  /** Null when the account is gone. */
  reporter: UserView | null;
  /** Where it was seen; null when that was no page of this instance. */
  seenPath: string | null;
  closedAt: string | null;
  closedBy: UserView | null;
};

/** Kind `admin_abuse_reports`, /admin/abuse_reports?state=&page= ; newest first. */
export type AdminAbuseReportsPageData = {
  reports: AbuseReportItem[];
  state: 'open' | 'closed';
  page: number;
  hasNext: boolean;
};
