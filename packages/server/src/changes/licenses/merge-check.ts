import type { Extensions } from '../../platform/extensions.ts';
import { CHECK_ORDER, defineFact, registerFact, defineMergeCheck } from '../../merge-requests/index.ts';
import { deniedLicenses, type Denied } from './reads/denied-licenses.ts';

const deniedFact = defineFact<Denied>({ key: 'denied_licenses', load: deniedLicenses });

export const licensesMergeCheck: Extensions = [
  registerFact(deniedFact),
  defineMergeCheck({
    id: 'policies_denied',
    status: 'policies_denied',
    order: CHECK_ORDER.policy,
    needs: { denied: deniedFact },
    evaluate: ({ denied: { isOff, names, isUnreadable, isPending } }) => {
      if (isOff) return { state: 'off' };
      const toPipeline = { clearedBy: 'pushers', action: 'show_pipeline' } as const;
      if (names.length > 0) return { state: 'failed', params: { licenses: names.join(', ') }, ...toPipeline };
      if (isUnreadable) return { state: 'failed', code: 'unreadable', ...toPipeline };
      if (isPending) return { state: 'waiting', status: 'ci_still_running', clearedBy: 'system' };
      return { state: 'passed' };
    },
    message: ({ state, code, params }) => {
      if (state === 'waiting') return 'Merge blocked: the pipeline must finish, so that its licenses are known.';
      if (code === 'unreadable') return 'Merge blocked: the license report could not be read.';
      return `Merge blocked: denied licenses must be removed. Denied: ${params?.['licenses'] ?? ''}.`;
    },
  }),
];
