import type { PageData, ShellData } from '@tributary/contract/page/page-data.ts';

/** A valid frame of a signed-in user; the parts that a test cares about are given. */
export function shellData(parts: Partial<ShellData> = {}): ShellData {
  return {
    viewer: {
      id: 2,
      username: 'grace',
      name: 'Grace Hopper',
      avatarUrl: null,
      isAdmin: false,
      unreadInboxCount: 0,
      preferences: { theme: 'system' },
    },
    csrfToken: 'token-1',
    instance: { name: 'Tributary', version: '1.0.0', signUpEnabled: true },
    context: null,
    breadcrumbs: [],
    ...parts,
  };
}

export function pageData<T>(data: T, parts: Partial<Omit<PageData<T>, 'data'>> = {}): PageData<T> {
  return { kind: 'project_show', title: 'Delta', data, shell: shellData(), status: 200, ...parts };
}
