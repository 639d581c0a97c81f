import type {
  RestProtectedBranch,
  RestProtectedRefAccess,
  RestProtectedTag,
} from '@tributary/contract/projects/repository-rest.ts';
import type { NamedRule } from '../reads/protected-branches.ts';
import type { NamedTagRule } from '../reads/protected-tags.ts';
import { levelText } from '../rules/level-text.ts';
import type { AccessEntry } from '../rules/protection-rule.ts';

const MAINTAINER = 40;

function toRestAccess(entry: AccessEntry, nameOf: NamedRule['nameOf']): RestProtectedRefAccess {
  return {
    id: entry.id,
    access_level: entry.level,
    access_level_description: nameOf(entry),
    deploy_key_id: null,
    user_id: entry.userId,
    group_id: entry.groupId,
  };
}

export function toRestProtectedBranch({ rule, nameOf }: NamedRule): RestProtectedBranch {
  return {
    id: rule.id,
    name: rule.name,
    push_access_levels: rule.push.map((entry) => toRestAccess(entry, nameOf)),
    merge_access_levels: rule.merge.map((entry) => toRestAccess(entry, nameOf)),
    allow_force_push: rule.allowForcePush,
    // Only maintainers take a protection away; this is a rule of the product and no row.
    unprotect_access_levels: [
      {
        id: rule.id,
        access_level: MAINTAINER,
        access_level_description: levelText(MAINTAINER),
        deploy_key_id: null,
        user_id: null,
        group_id: null,
      },
    ],
    code_owner_approval_required: rule.needsCodeOwners,
    inherited: rule.owner.kind === 'group',
  };
}

export function toRestProtectedTag({ rule, nameOf }: NamedTagRule): RestProtectedTag {
  return { name: rule.name, create_access_levels: rule.create.map((entry) => toRestAccess(entry, nameOf)) };
}
