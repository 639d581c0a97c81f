/** Why a report cannot be read, in words for the people who made it. */
export class ReportRefused extends Error {}
