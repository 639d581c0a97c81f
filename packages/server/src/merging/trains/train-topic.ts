/** Pages of trains listen to the topic of their project. */
export const trainTopic = (projectId: number) => `project:${projectId}`;
