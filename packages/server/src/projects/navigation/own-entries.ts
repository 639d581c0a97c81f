import { defineGroupNav, defineProjectNav } from './nav-registry.ts';

defineProjectNav({ key: 'project', label: 'Overview', icon: 'project', path: '', order: 0, ability: 'read_project' });
defineProjectNav({
  key: 'project_members',
  label: 'Members',
  icon: 'members',
  path: 'project_members',
  order: 70,
  ability: 'read_project_members',
});
defineProjectNav({
  key: 'project_edit',
  label: 'General',
  icon: 'settings',
  path: 'edit',
  order: 90,
  group: 'Settings',
  ability: 'read_project_settings',
});
defineProjectNav({
  key: 'project_hooks',
  label: 'Webhooks',
  icon: 'webhook',
  path: 'hooks',
  order: 94,
  group: 'Settings',
  ability: 'read_hooks',
});

defineGroupNav({ key: 'group', label: 'Overview', icon: 'group', path: '', order: 0, ability: 'read_group' });
defineGroupNav({
  key: 'group_members',
  label: 'Members',
  icon: 'members',
  path: 'group_members',
  order: 70,
  ability: 'read_group_members',
});
defineGroupNav({
  key: 'group_edit',
  label: 'Settings',
  icon: 'settings',
  path: 'edit',
  order: 90,
  ability: 'update_group',
});
