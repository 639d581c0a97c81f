/** Licenses that a project allows or denies. */
export const LICENSE_STATUSES = ['allowed', 'denied'] as const;
export type LicenseStatus = (typeof LICENSE_STATUSES)[number];
