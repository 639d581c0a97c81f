import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PageLabel, PageMilestone, PagePerson, PageReviewer } from '@tributary/contract/merge-requests/page.ts';

export function toPagePerson(user: UserView): PagePerson {
  const { id, username, name, avatarUrl } = user;
  return { id, username, name, avatarUrl, path: `/${username}` };
}

export function toPagePersonOrNull(user: UserView | null): PagePerson | null {
  return user && toPagePerson(user);
}

export function toPageReviewer(reviewer: { user: UserView; state: PageReviewer['state'] }): PageReviewer {
  return { ...toPagePerson(reviewer.user), state: reviewer.state };
}

export function toPageLabel(label: PageLabel): PageLabel {
  const { id, name, color, textColor, description } = label;
  return { id, name, color, textColor, description };
}

export function toPageMilestone(
  milestone: { id: number; iid: number; title: string; dueDate: string | null; href: string } | null,
): PageMilestone | null {
  if (!milestone) return null;
  const { id, iid, title, dueDate, href } = milestone;
  return { id, iid, title, dueDate, path: href };
}
