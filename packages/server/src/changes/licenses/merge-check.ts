import { CHECK_ORDER, defineFact, defineMergeCheck } from '../../merge-requests/index.ts';
import { deniedLicenses } from './reads/denied-licenses.ts';

const deniedFact = defineFact<{ isOff: boolean; names: string[] }>({ key: 'denied_licenses', load: deniedLicenses });

defineMergeCheck({
  id: 'policies_denied',
  status: 'policies_denied',
  order: CHECK_ORDER.policy,
  needs: { denied: deniedFact },
  evaluate: ({ denied: { isOff, names } }) => {
    if (isOff) return { state: 'off' };
    if (names.length === 0) return { state: 'passed' };
    return { state: 'failed', params: { licenses: names.join(', ') }, clearedBy: 'pushers', action: 'show_pipeline' };
  },
  message: ({ params }) => `Merge blocked: denied licenses must be removed. Denied: ${params?.['licenses'] ?? ''}.`,
});
