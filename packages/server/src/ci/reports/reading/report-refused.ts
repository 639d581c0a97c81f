/** Why a report cannot be read, in words for the users who made it. */
export class ReportRefused extends Error {}
