/** What a user finds years later among their files must say what it is for. */
export function recoveryCodesFile(of: { codes: readonly string[]; instance: string; host: string; username: string }): {
  name: string;
  text: string;
} {
  const host = of.host.replaceAll(/[^a-z0-9.-]+/gi, '-');
  return {
    name: `recovery-codes-${of.username}-${host}.txt`,
    text: [
      `Recovery codes for ${of.username} on ${of.instance} (${of.host})`,
      'Each code works once, in place of a code from your authenticator app.',
      '',
      ...of.codes,
      '',
    ].join('\n'),
  };
}

/** A secret for typing it off: in groups of four. */
export function groupedSecret(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
