import { defineGroupNav, defineProjectNav } from './nav-registry.ts';

defineProjectNav({ key: 'project', label: 'Overview', icon: 'project', path: '', order: 0, ability: 'read_project' });
defineProjectNav({
  key: 'project_activity',
  label: 'Activity',
  icon: 'activity',
  path: 'activity',
  order: 69,
  ability: 'read_project',
});
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
defineProjectNav({
  key: 'project_deploy_keys',
  label: 'Deploy keys',
  icon: 'key',
  path: 'settings/deploy_keys',
  order: 97,
  group: 'Settings',
  ability: 'read_deploy_keys',
});
defineProjectNav({
  key: 'project_deploy_tokens',
  label: 'Deploy tokens',
  icon: 'key',
  path: 'settings/deploy_tokens',
  order: 96,
  group: 'Settings',
  ability: 'read_deploy_tokens',
});
defineProjectNav({
  key: 'project_access_tokens',
  label: 'Access tokens',
  icon: 'key',
  path: 'settings/access_tokens',
  order: 95,
  group: 'Settings',
  ability: 'read_project_access_tokens',
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
  label: 'General',
  icon: 'settings',
  path: 'edit',
  order: 90,
  group: 'Settings',
  ability: 'delete_group',
});
defineGroupNav({
  key: 'group_hooks',
  label: 'Webhooks',
  icon: 'webhook',
  path: 'hooks',
  order: 94,
  group: 'Settings',
  ability: 'read_group_hooks',
});
defineGroupNav({
  key: 'group_deploy_tokens',
  label: 'Deploy tokens',
  icon: 'key',
  path: 'settings/deploy_tokens',
  order: 96,
  group: 'Settings',
  ability: 'read_group_deploy_tokens',
});
defineGroupNav({
  key: 'group_access_tokens',
  label: 'Access tokens',
  icon: 'key',
  path: 'settings/access_tokens',
  order: 95,
  group: 'Settings',
  ability: 'read_group_access_tokens',
});
