/** Numbers of a pipeline that its viewer may choose to see: of the instance, or of the project. */
export const PIPELINE_ID_TYPES = ['ID', 'IID'] as const;
export type PipelineIdType = (typeof PIPELINE_ID_TYPES)[number];
