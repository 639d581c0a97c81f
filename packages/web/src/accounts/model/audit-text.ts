/** Sentences of the trail, after the name of who did it. Actions of other slices and newer servers show as they are. */
const texts: Record<string, string> = {
  'sign_in.succeeded': 'signed in',
  'sign_in.failed': 'failed to sign in',
  'session.ended': 'ended a session',
  'session.others_ended': 'ended all other sessions',
  'session.all_ended': 'ended all sessions',
  'settings.changed': 'changed the settings',
  'token.created': 'made an access token',
  'token.revoked': 'revoked an access token',
  'token.family_revoked': 'offered a token that was replaced before; all that came of it ended',
  'user.created': 'made the account',
  'user.deleted': 'removed the account',
  'user.renamed': 'changed the username',
  'user.admin_granted': 'gave administrator rights',
  'user.admin_removed': 'took administrator rights away',
  'user.external_changed': 'changed whether the account is external',
  'user.block': 'blocked the account',
  'user.impersonated': 'sent a change',
  'user.unblock': 'unblocked the account',
  'user.approve': 'approved the account',
  'user.activate': 'activated the account',
  'user.deactivate': 'deactivated the account',
  'user.password_changed': 'changed the password',
  'user.password_set': 'set a new password',
  'user.password_reset': 'chose a new password by mail',
  'user.password_reset_requested': 'asked for a link to choose a new password',
  'user.email_change_requested': 'asked to change the e-mail address',
  'user.email_changed': 'changed the e-mail address',
  'user.email_confirmed': 'confirmed the e-mail address',
  'user.two_factor_enabled': 'switched two-factor authentication on',
  'user.two_factor_disabled': 'switched two-factor authentication off',
  'user.recovery_codes_renewed': 'made new recovery codes',
};

export function auditText(action: string): string {
  return texts[action] ?? action.replaceAll(/[._]/g, ' ');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object') {
    if ('from' in value && 'to' in value) return `${valueText(value.from)} → ${valueText(value.to)}`;
    return Object.entries(value)
      .map(([name, inner]) => `${name}: ${valueText(inner)}`)
      .join(', ');
  }
  return JSON.stringify(value);
}

/** What is known beyond the sentence, one short text per fact. */
export function auditDetails(details: Record<string, unknown>): string[] {
  if ('from' in details && 'to' in details) {
    const { from, to, ...rest } = details;
    return [valueText({ from, to }), ...auditDetails(rest)];
  }
  return Object.entries(details).map(
    ([name, value]) =>
      `${name
        .replaceAll(/([A-Z])/g, ' $1')
        .replaceAll('_', ' ')
        .toLowerCase()}: ${valueText(value)}`,
  );
}
