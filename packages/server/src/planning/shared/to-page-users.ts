import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PageLabel, PageMilestone, PageUser } from '@tributary/contract/planning/page.ts';

export function toPageUser(user: UserView): PageUser {
  const { id, username, name, avatarUrl } = user;
  return { id, username, name, avatarUrl, path: `/${username}` };
}

export function toPageUserOrNull(user: UserView | null): PageUser | null {
  return user && toPageUser(user);
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
