/**
 * The third endpoint: what the server answers for a page address. A document request embeds it in the HTML as
 * `<script type="application/json" id="page-data">`; a client navigation fetches the same JSON from
 * `/-/page` + pathname + search. Pure types: the browser trusts its own server and does not validate twice.
 */

import type { PreloadedResponses } from './preloaded-responses.ts';

export type ThemePreference = 'system' | 'light' | 'dark';

export type ViewerPreferences = {
  theme: ThemePreference;
  /** Digits in the gutter, tab size and the like: added by the slices that offer the preference. */
  [name: string]: string | number | boolean | null | Readonly<Record<string, string>>;
};

export type ShellViewer = {
  id: number;
  username: string;
  name: string;
  avatarUrl: string | null;
  isAdmin: boolean;
  unreadInboxCount: number;
  preferences: ViewerPreferences;
};

export type NavItem = {
  key: string;
  label: string;
  href: string;
  /** Name in `web/src/ui/named-icon.tsx`, e.g. `merge-request`. Unknown names show a neutral dot. */
  icon: string;
  count?: number;
  active?: boolean;
  /** Items with the same group stand under one small heading, in the order given. */
  group?: string;
};

export type ShellContextType = 'project' | 'group' | 'user' | 'admin' | 'profile';

export type ShellContext = {
  type: ShellContextType;
  name: string;
  /** Full path of a project or group, username of a user, empty for admin and profile. */
  fullPath: string;
  avatarUrl: string | null;
  id: number;
  visibility?: 'private' | 'internal' | 'public';
  archived?: boolean;
  /** Where the name in the rail leads; `/` + fullPath when left out. */
  href?: string;
  nav: NavItem[];
};

export type Breadcrumb = { text: string; href: string };

export type ShellLink = { key: string; text: string; href: string; icon?: string };

export type ShellData = {
  viewer: ShellViewer | null;
  /** Sent back as `X-CSRF-Token` with everything but GET; null when there is no session. */
  csrfToken: string | null;
  /** `maintenance`: what is said while nothing can be changed. */
  /** `tokenPrefix`: what access tokens begin with, where that is not the usual prefix. */
  instance: { name: string; version: string; signUpEnabled: boolean; maintenance?: string; tokenPrefix?: string };
  context: null | ShellContext;
  breadcrumbs: Breadcrumb[];
  /** Entries of the create menu for this place; the general ones are shown when left out. */
  create?: ShellLink[];
  /** Navigation of the rail where there is no context (home, explore). */
  homeNav?: NavItem[];
};

export type PageData<T = unknown> = {
  /** Snake case, e.g. `merge_request_show`; names the page module of the web. */
  kind: string;
  /** Title of the page alone; the browser adds the instance name. */
  title: string;
  data: T;
  shell: ShellData;
  /** HTTP status of the answer: 200, 401, 403, 404, 5xx. */
  status: number;
  /** Two addresses with the same kind and key keep the state of the page between them; the pathname when left out. */
  key?: string;
  ahead?: PreloadedResponses;
};

/** Data of the page kind `error`, for every status that is not a page of its own. */
export type ErrorPageData = {
  code: string;
  message: string;
  /** Id in the server log, when there is one. */
  requestId?: string;
};

/** Error body of the page endpoint. */
export type PageErrorBody = {
  error: {
    code: string;
    message: string;
    params?: Record<string, string | number>;
    /** Field name → messages. `base` stands for the whole form. */
    fields?: Record<string, string[]>;
    requestId?: string;
  };
};

/** Answer of `GET /-/search/palette?q=`. */
export type PaletteResults = {
  groups: { title: string; items: PaletteItem[] }[];
};

export type PaletteItem = { id: string; text: string; detail?: string; href: string; icon?: string };

/** One message of the realtime stream `/-/realtime?topics=a,b`. */
export type RealtimeMessage = { topic: string; event: string; data: unknown };
