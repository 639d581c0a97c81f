import './trusted-types.ts';

/**
 * Unavoidable: the select of the component library fills its style element through innerHTML and offers no other way,
 * and only a policy of the name `default` is asked for texts that others put there. A text without `<` makes no element,
 * wherever it is put; everything else is still refused and reported.
 */
window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
